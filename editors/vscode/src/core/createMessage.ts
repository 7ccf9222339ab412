/**
 * The request `anchorline/createMessage`, from server to client: the editor's own model answers one prompt.
 *
 *   params  {model?: string, system: string, messages: [{role: "user" | "assistant", content: string}],
 *            maxTokens: number, reviewer: string}
 *   result  {text: string, model: string, stopReason: "end_turn" | "max_tokens"}
 *   error   code -32800 when `$/cancelRequest` came; otherwise -32803 with a sentence for people as its message and
 *           {outcome, kind} as its data; -32602 for parameters of another shape. `outcome` is the server's word for what
 *           that means for a review: "unauthorized", "overloaded" or "error"; `kind` says why: "no_model" (none
 *           chosen, or gone), "no_permission", "blocked" (a quota, or a policy), "too_long" (more than the model
 *           takes), "failed"
 *
 * A client that answers it says so by `initializationOptions.createMessage: true`. This one does so once the person
 * chose a model by command; a server that is offered none reviews by its checks alone.
 */

export const METHOD = 'anchorline/createMessage'

export interface Message {
  role: 'user' | 'assistant'
  content: string
}

export interface Params {
  model?: string
  system: string
  messages: Message[]
  maxTokens: number
  reviewer: string
}

export type FailureKind = 'no_model' | 'no_permission' | 'blocked' | 'too_long' | 'failed'

export interface FailureData {
  kind: FailureKind
  outcome: 'unauthorized' | 'overloaded' | 'error'
}

const OUTCOMES: Record<FailureKind, FailureData['outcome']> = {
  no_model: 'unauthorized',
  no_permission: 'unauthorized',
  blocked: 'overloaded',
  too_long: 'error',
  failed: 'error',
}

export class Failure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message)
  }

  get data(): FailureData {
    return { kind: this.kind, outcome: OUTCOMES[this.kind] }
  }
}

export function parseParams(value: unknown): Params | undefined {
  if (!isRecord(value) || typeof value['system'] !== 'string' || !Array.isArray(value['messages'])) return undefined
  const maxTokens = value['maxTokens']
  if (typeof maxTokens !== 'number' || !(maxTokens >= 1)) return undefined
  const messages: Message[] = []
  for (const message of value['messages'] as unknown[]) {
    if (!isRecord(message) || typeof message['content'] !== 'string') return undefined
    const role = message['role']
    if (role !== 'user' && role !== 'assistant') return undefined
    messages.push({ role, content: message['content'] })
  }
  if (messages.length === 0) return undefined
  const model = typeof value['model'] === 'string' && value['model'] !== '' ? { model: value['model'] } : {}
  return {
    ...model,
    system: value['system'],
    messages,
    maxTokens: Math.floor(maxTokens),
    reviewer: typeof value['reviewer'] === 'string' ? value['reviewer'] : '',
  }
}

/** The messages to send: the editor's models take no system prompt, so it leads as the person's first message. */
export function conversation(params: Params): Message[] {
  return params.system === '' ? params.messages : [{ role: 'user', content: params.system }, ...params.messages]
}

/** A token has about four characters; a model that takes no notice of its limit is stopped well behind it. */
export function longestAnswer(maxTokens: number): number {
  return maxTokens * 8
}

export interface Candidate {
  id: string
  family: string
  vendor: string
}

/** The model to use: the one that the person chose, and never another; `model` of the request is only a hint. */
export function choose<T extends Candidate>(models: readonly T[], picked: string): T | undefined {
  return models.find((model) => keyOf(model) === picked)
}

export function keyOf(model: Candidate): string {
  return `${model.vendor}/${model.id}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
