/** Interpreters of the project's environment, as the Python extensions know them. Neither of the two is needed. */

import * as vscode from 'vscode'
import { within } from './core/within'

/** The part of `ms-python.vscode-python-envs` that is used here. */
interface PythonEnvironments {
  getEnvironment(scope: vscode.Uri | undefined): Promise<{ execInfo?: { run?: { executable?: string } } } | undefined>
}

/** The part of `ms-python.python` that is used here. */
interface PythonExtension {
  ready?: Promise<void>
  environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string }
    resolveEnvironment(environment: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>
  }
}

const PATIENCE_MS = 5_000

/** Best first. None where the workspace is not trusted: an interpreter that lies in it would be run. */
export async function projectInterpreters(log: (note: string) => void): Promise<string[]> {
  if (!vscode.workspace.isTrusted) return []
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri
  const found: string[] = []
  for (const [id, ask] of [
    ['ms-python.vscode-python-envs', fromEnvironments],
    ['ms-python.python', fromPython],
  ] as const) {
    try {
      const interpreter = await within(ask(id, folder), PATIENCE_MS)
      if (interpreter !== undefined && !found.includes(interpreter)) found.push(interpreter)
    } catch (error) {
      log(`${id} did not say which interpreter it uses: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return found
}

async function fromEnvironments(id: string, folder: vscode.Uri | undefined): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonEnvironments>(id)
  if (extension === undefined) return undefined
  const api = await extension.activate()
  return (await api.getEnvironment(folder))?.execInfo?.run?.executable
}

async function fromPython(id: string, folder: vscode.Uri | undefined): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>(id)
  if (extension === undefined) return undefined
  const api = await extension.activate()
  await api.ready
  const environments = api.environments
  if (environments === undefined) return undefined
  const resolved = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder))
  return resolved?.executable.uri?.fsPath
}
