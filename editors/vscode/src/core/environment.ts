/** The environment of the server's process: the only place where a key goes. */
export function childEnvironment(
  from: Readonly<Record<string, string | undefined>>,
  key: string | undefined,
): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(from)) if (value !== undefined) environment[name] = value
  // Python must not import what lies in the folder that it is started from.
  environment['PYTHONSAFEPATH'] = '1'
  if (key !== undefined && key !== '') environment['ANTHROPIC_API_KEY'] = key
  return environment
}
