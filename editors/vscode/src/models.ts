/** The editor's own language models: chosen by command, and asked on the server's request. */

import * as vscode from 'vscode'
import type { LanguageClient } from 'vscode-languageclient/node'
import {
  choose, conversation, Failure, keyOf, longestAnswer, METHOD, parseParams, type FailureData, type Params,
} from './core/createMessage'
import { label } from './core/escape'

const PICKED = 'editorModel'
const INVALID_PARAMS = -32602
const REQUEST_FAILED = -32803
const REQUEST_CANCELLED = -32800

interface Answer {
  text: string
  model: string
  stopReason: 'end_turn' | 'max_tokens'
}

/** Makes the error that JSON-RPC answers with; the language client's, which is not loaded here. */
export type Refuse = (code: number, message: string, data?: FailureData) => Error

export class Models {
  constructor(
    private readonly state: vscode.Memento,
    private readonly access: vscode.LanguageModelAccessInformation,
    private readonly output: vscode.LogOutputChannel,
  ) {}

  connect(client: LanguageClient, refuse: Refuse): void {
    client.onRequest(METHOD, async (params: unknown, token: vscode.CancellationToken) => {
      const wanted = parseParams(params)
      if (wanted === undefined) throw refuse(INVALID_PARAMS, `${METHOD}: params are of another shape`)
      try {
        return await this.answer(wanted, token)
      } catch (error) {
        if (token.isCancellationRequested) throw refuse(REQUEST_CANCELLED, 'cancelled')
        const failure = asFailure(error)
        this.output.warn(`${label(wanted.reviewer, 40)}: the editor's model did not answer: ${label(failure.message, 300)}`)
        throw refuse(REQUEST_FAILED, failure.message, failure.data)
      }
    })
  }

  /** Whether the person chose a model. Without, none is offered to the server, which would offer it to the person. */
  get isChosen(): boolean {
    return this.state.get<string>(PICKED) !== undefined
  }

  /** Let the person choose. Choosing is the consent; VS Code adds its own question, once for each model. The result
   * says what became of an earlier choice. */
  async pick(): Promise<'same' | 'first' | 'other' | 'none'> {
    const before = this.state.get<string>(PICKED)
    const models = await vscode.lm.selectChatModels()
    if (models.length === 0) {
      void vscode.window.showInformationMessage(
        'This editor offers no language model. Sign in to an extension that brings one (GitHub Copilot, for example), or set an API key.',
      )
      return 'same'
    }
    const none = { label: '$(circle-slash) None', description: 'send nothing to a model of the editor', model: undefined }
    const items = models.map((model) => ({
      label: label(model.name, 60),
      description: label(`${model.vendor} · up to ${model.maxInputTokens.toLocaleString('en')} tokens`, 80),
      model: model as vscode.LanguageModelChat | undefined,
    }))
    const picked = await vscode.window.showQuickPick([...items, none], {
      title: 'Which model of this editor may review your documents?',
      placeHolder: 'Their text is sent to it, when Anchorline’s provider is "editor"',
    })
    if (picked === undefined) return 'same'
    if (picked.model === undefined) {
      await this.state.update(PICKED, undefined)
      return 'none'
    }
    const key = keyOf(picked.model)
    await this.state.update(PICKED, key)
    await this.askForAccess(picked.model)
    return before === undefined ? 'first' : before === key ? 'same' : 'other'
  }

  /** VS Code asks for access at the first request, and that must follow a person's action: here it does. */
  private async askForAccess(model: vscode.LanguageModelChat): Promise<void> {
    if (this.access.canSendRequest(model) !== undefined) return
    try {
      const hello = [vscode.LanguageModelChatMessage.User('Answer with the word: ready')]
      const reply = await model.sendRequest(hello, { justification: 'Anchorline reviews your documents with this model.' })
      for await (const _ of reply.text) break
    } catch (error) {
      void vscode.window.showWarningMessage(`The model cannot be used: ${asFailure(error).message}`)
    }
  }

  private async answer(params: Params, token: vscode.CancellationToken): Promise<Answer> {
    const picked = this.state.get<string>(PICKED)
    if (picked === undefined) {
      throw new Failure('no_model', 'No model of the editor was chosen. Run “Anchorline: Choose a Model of the Editor…”.')
    }
    const model = choose(await vscode.lm.selectChatModels(), picked)
    if (model === undefined) throw new Failure('no_model', `The editor no longer offers the model ${picked}. Choose another.`)
    if (this.access.canSendRequest(model) === false) {
      throw new Failure('no_permission', `Anchorline may not use the model ${picked}. Choose it again to allow it.`)
    }
    const messages = conversation(params).map((message) =>
      message.role === 'user'
        ? vscode.LanguageModelChatMessage.User(message.content)
        : vscode.LanguageModelChatMessage.Assistant(message.content),
    )
    await fits(model, messages, token)
    const stop = new vscode.CancellationTokenSource()
    const linked = token.onCancellationRequested(() => stop.cancel())
    try {
      const options: vscode.LanguageModelChatRequestOptions = {
        justification: 'Anchorline reviews your documents with this model.',
        modelOptions: { max_tokens: params.maxTokens },
      }
      const reply = await model.sendRequest(messages, options, stop.token)
      let text = ''
      for await (const part of reply.text) {
        text += part
        if (text.length > longestAnswer(params.maxTokens)) {
          stop.cancel()
          return { text, model: picked, stopReason: 'max_tokens' }
        }
      }
      if (token.isCancellationRequested) throw new vscode.CancellationError()
      return { text, model: picked, stopReason: 'end_turn' }
    } finally {
      linked.dispose()
      stop.dispose()
    }
  }
}

async function fits(
  model: vscode.LanguageModelChat,
  messages: readonly vscode.LanguageModelChatMessage[],
  token: vscode.CancellationToken,
): Promise<void> {
  let tokens = 0
  for (const message of messages) tokens += await model.countTokens(message, token)
  if (tokens > model.maxInputTokens) {
    throw new Failure('too_long', `The prompt has ${tokens} tokens; the model ${keyOf(model)} takes ${model.maxInputTokens}.`)
  }
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof vscode.LanguageModelError) {
    if (error.code === vscode.LanguageModelError.NotFound.name) return new Failure('no_model', 'The model is gone.')
    if (error.code === vscode.LanguageModelError.NoPermissions.name) {
      return new Failure('no_permission', 'Anchorline was not allowed to use the model.')
    }
    if (error.code === vscode.LanguageModelError.Blocked.name) {
      return new Failure('blocked', 'The request was blocked: a quota is used up, or a policy forbids it.')
    }
  }
  return new Failure('failed', error instanceof Error ? label(error.message, 300) : 'The model failed.')
}
