/** Text of documents and models, made safe for labels, where VS Code reads `$(name)` as an icon. */

const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

/** One line in which nothing is an icon, reorders what a person reads or hides; cut after `limit` characters. */
export function label(text: string, limit = 120): string {
  const line = text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(HIDDEN, '\ufffd')
    .replace(/\$\(/gu, '$\u2009(')
  const characters = [...line]
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`
}
