/** What the menu of the status bar offers: rows named as the commands are, each with what holds now. */

import { counted, isHeld, lacksServer, spend, spendToday, type ServerState, type Status } from './status'

export interface Facts {
  server: ServerState
  /** Whether a document that is reviewed is in front. */
  hasDocument: boolean
  /** What was heard of it. */
  status: Status | undefined
  /** What models cost today, where that is known. */
  usd: Status['usd'] | undefined
  /** Where the server has its key from. */
  key: 'stored' | 'environment' | 'none'
  /** Whether a model of the editor was chosen. */
  hasModel: boolean
}

export interface Row {
  command: string
  icon: string
  description?: string
}

export interface Section {
  title: string
  rows: Row[]
}

const KEYS: Record<Facts['key'], string> = {
  stored: 'a key is set',
  environment: 'none is set; the environment has one',
  none: 'no key is set',
}

/** Without empty sections; the first has no title. */
export function menu(facts: Facts): Section[] {
  const runs = facts.server.kind === 'running'
  const sections = [
    { title: '', rows: runs && facts.hasDocument ? ofDocument(facts.status) : [] },
    { title: 'Models', rows: runs ? ofModels(facts) : [] },
    { title: 'Anchorline', rows: ofExtension(facts) },
  ]
  return sections.filter((section) => section.rows.length > 0)
}

function ofDocument(status: Status | undefined): Row[] {
  return [
    { icon: 'play', command: 'anchorline.review' },
    { icon: 'search', command: 'anchorline.reviewThoroughly', description: 'better models, a larger budget' },
    ...(status?.state === 'reviewing' ? [{ icon: 'debug-stop', command: 'anchorline.cancel' }] : []),
    isHeld(status)
      ? { icon: 'debug-continue', command: 'anchorline.resume', description: 'it is paused' }
      : { icon: 'debug-pause', command: 'anchorline.pause' },
    described({ icon: 'list-tree', command: 'anchorline.findings.focus' }, status && counted(status.counts)),
    { icon: 'open-preview', command: 'anchorline.showReport' },
  ]
}

function ofModels({ hasDocument, status, usd, key, hasModel }: Facts): Row[] {
  const model = hasModel ? 'a model is chosen' : 'none is chosen'
  const again = { icon: 'question', command: 'anchorline.askAgain', description: 'forgets Always, This file and Never' }
  const cost = hasDocument && status !== undefined ? spend(status) : usd && spendToday(usd)
  return [
    { icon: 'key', command: 'anchorline.setKey', description: KEYS[key] },
    { icon: 'sparkle', command: 'anchorline.chooseModel', description: model },
    ...(hasDocument ? [again] : []),
    described({ icon: 'credit-card', command: 'anchorline.showSpend' }, cost),
  ]
}

function ofExtension({ server, hasDocument }: Facts): Row[] {
  return [
    ...(lacksServer(server) ? [{ icon: 'cloud-download', command: 'anchorline.install' }] : []),
    ...(server.kind === 'running' && !hasDocument ? [{ icon: 'book', command: 'anchorline.openExample' }] : []),
    { icon: 'gear', command: 'anchorline.openSettings' },
    { icon: 'output', command: 'anchorline.showLog' },
    { icon: 'debug-restart', command: 'anchorline.restart' },
  ]
}

function described(row: Row, description: string | undefined): Row {
  return description === undefined ? row : { ...row, description }
}
