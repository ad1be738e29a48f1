/** Makes the journal line of a call or a job at its start, when only a few of its facts are known. */
import { noDoings } from '../world/changes.ts'
import type { Line } from '../world/journal-line.ts'

type Known = Pick<
  Line,
  'id' | 'at' | 'environment' | 'operation' | 'method' | 'path' | 'stage' | 'began' | 'requestHeaders' | 'query' | 'data'
> &
  Partial<Pick<Line, 'doings'>>

const blank: Omit<Line, 'times'> = {
  status: null,
  code: null,
  caller: null,
  token: null,
  doings: noDoings,
  sender: null,
  ms: null,
  commits: 0,
  scenario: null,
  rule: null,
  why: null,
  outcome: null,
  weight: 0,
  closed: 0,
  number: 0,
  marked: false,
  considered: null,
  requestBody: null,
  requestMissing: 0,
  requestBytes: null,
  replyHeaders: null,
  replyBody: null,
  replyMissing: 0,
  replyBytes: 0,
  cut: false,
  id: '',
  // Not 0: engines keep small whole numbers in another form than times, and would change the form of each line.
  at: Number.NaN,
  environment: 'test',
  operation: null,
  method: null,
  path: null,
  stage: '',
  began: Number.NaN,
  requestHeaders: {},
  query: '',
  data: undefined,
}

/** A job has no stages. */
const noStages: number[] = []
Object.freeze(noStages)

export const newLine = (known: Known): Line => ({ ...blank, times: known.method === null ? noStages : [], ...known })
