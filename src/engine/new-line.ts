/** Makes the journal line of a call or a job at its start, when only a few of its facts are known. */
import type { Line } from '../state/journal-line.ts'

type Known = 'id' | 'at' | 'environment' | 'operation' | 'method' | 'path' | 'stage' | 'request'

export const newLine = ({ id, at, environment, operation, method, path, stage, request }: Pick<Line, Known>): Line => ({
  id,
  at,
  environment,
  operation,
  method,
  path,
  status: null,
  code: null,
  caller: null,
  ms: null,
  stage,
  commits: 0,
  scenario: null,
  rule: null,
  why: null,
  times: [],
  closed: 0,
  weight: 0,
  considered: null,
  request,
  reply: null,
})
