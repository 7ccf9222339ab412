/** The API key: in the editor's secret storage, and from there into the server's environment. Nowhere else. */

import * as vscode from 'vscode'

const NAME = 'anchorline.apiKey'

export class Key {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  get(): Promise<string | undefined> {
    return Promise.resolve(this.secrets.get(NAME)).catch(() => undefined)
  }

  /** Ask for a key and keep it; whether it changed. */
  async set(): Promise<boolean> {
    const given = await vscode.window.showInputBox({
      title: 'API key for Anchorline',
      prompt: 'Kept in the secret storage of this editor; only the server’s process sees it. Costs stay within the budgets of the settings.',
      password: true,
      ignoreFocusOut: true,
      validateInput: (value) => (/\s/u.test(value.trim()) ? 'A key holds no white space.' : undefined),
    })
    const key = given?.trim()
    if (key === undefined || key === '') return false
    await this.secrets.store(NAME, key)
    return true
  }

  async clear(): Promise<void> {
    await this.secrets.delete(NAME)
  }
}
