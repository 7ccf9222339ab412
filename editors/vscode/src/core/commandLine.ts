/** A command as a person can paste it into a terminal. */
export function commandText(command: string, args: readonly string[], platform: string = process.platform): string {
  const quoted = platform === 'win32' ? quotedForWindows : quotedForPosix
  return [command, ...args].map(quoted).join(' ')
}

function quotedForPosix(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

function quotedForWindows(word: string): string {
  return /^[\w@+=:,./\\-]+$/u.test(word) ? word : `"${word.replace(/(\\*)"/gu, '$1$1\\"').replace(/(\\+)$/u, '$1$1')}"`
}

/** The text without a secret, should one stand in it. */
export function without(secret: string | undefined, text: string): string {
  return secret === undefined || secret === '' ? text : text.replaceAll(secret, '***')
}
