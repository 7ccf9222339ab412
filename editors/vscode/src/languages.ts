/** Languages that the server knows; package.json activates on the same. */
export const LANGUAGES = [
  'markdown', 'python', 'javascript', 'javascriptreact', 'typescript', 'typescriptreact', 'go', 'rust', 'java',
] as const

/** Where documents are that a person edits: no cell of a notebook, no old text in a diff, nothing that is on no disk. */
const SCHEMES = ['file', 'untitled'] as const

/** The documents that are reviewed. */
export const REVIEWED = LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ scheme, language })))

/** Whether a document is one that is reviewed. */
export function isReviewed(document: { languageId: string; uri: { scheme: string } }): boolean {
  return REVIEWED.some(({ scheme, language }) => document.languageId === language && document.uri.scheme === scheme)
}
