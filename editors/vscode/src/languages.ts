/** Languages that the server knows; package.json activates on the same. */
export const LANGUAGES = [
  'markdown', 'python', 'javascript', 'javascriptreact', 'typescript', 'typescriptreact', 'go', 'rust', 'java',
] as const

const KNOWN: ReadonlySet<string> = new Set(LANGUAGES)

/** Whether a document is one that is reviewed: of a language we know, and one that a person edits. */
export function isReviewed(document: { languageId: string; uri: { scheme: string } }): boolean {
  return KNOWN.has(document.languageId) && (document.uri.scheme === 'file' || document.uri.scheme === 'untitled')
}
