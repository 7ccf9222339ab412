/** The settings that a person has set, and no others: an editor's defaults would hide what configuration files say. */

export interface Inspected {
  globalValue?: unknown
  workspaceValue?: unknown
  workspaceFolderValue?: unknown
  globalLanguageValue?: unknown
  workspaceLanguageValue?: unknown
  workspaceFolderLanguageValue?: unknown
}

/** Values by dotted key, the one that counts for each; `keys` and the result are without the section's name. */
export function chosen(
  keys: readonly string[],
  inspect: (key: string) => Inspected | undefined,
  get: (key: string) => unknown,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const key of keys) {
    const found = inspect(key)
    const isSet =
      found !== undefined &&
      [
        found.globalValue,
        found.workspaceValue,
        found.workspaceFolderValue,
        found.globalLanguageValue,
        found.workspaceLanguageValue,
        found.workspaceFolderLanguageValue,
      ].some((value) => value !== undefined)
    const value = isSet ? get(key) : undefined
    if (value !== undefined && value !== null) values[key] = value
  }
  return values
}

/** The keys of the section `anchorline` that the server knows, from the extension's own manifest. */
export function serverKeys(properties: Record<string, unknown>, own: readonly string[]): string[] {
  return Object.keys(properties)
    .map((name) => name.replace(/^anchorline\./u, ''))
    .filter((key) => !own.includes(key))
}

/** A setting that is text. What a settings file may hold instead, null for example, counts as not set. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
