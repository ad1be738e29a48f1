/** What holds for a whole area of the service: where it lies, who calls, how JSON is read and written, how it refuses. */

import type { ProblemMember, RefusalForm } from './refusal-form.ts'
import { type RefusalKey, refusals } from './refusals.ts'

export interface Area {
  /** The addresses before a row's path: the canonical one first. */
  readonly prefixes: readonly [string, ...string[]]
  /** Who owns what a caller makes: the first of these that its token names. */
  readonly owner: readonly ('org' | 'orgNo')[]
  /** Where else a caller may be named: the cookie that goes before the Authorization header, and the header of the platform's applications. Tokens that have not been exchanged are then not heard. Absent: nowhere. */
  readonly identity?: { readonly cookie: string; readonly platform: string }
  /** How bytes become values, and which words a misread value gets (`wire/reading.ts`). */
  readonly reader: 'notifications' | 'fileTransfer' | 'events' | 'plain'
  /** The content types of a JSON body; whether another is judged with the path, or only when the body is read. */
  readonly json: { readonly types: RegExp; readonly judged: 'routing' | 'reading' }
  /** Spaces by which JSON is indented. */
  readonly indent: number
  /** Headers on every answer, refusals included. */
  readonly headers: Readonly<Record<string, string>>
  /** Media types of which a JSON row's Accept header must name one; absent: Accept is not looked at. */
  readonly accept?: readonly string[]
  readonly problem: {
    readonly contentType: string
    /** That for whoever prefers problem details to JSON by the Accept header; absent: the same. */
    readonly preferred?: string
    readonly members: readonly ProblemMember[]
    /** Members of a 400 with `errors`. */
    readonly validation: readonly ProblemMember[]
  }
  /** How refusals are written, where not as problems. */
  readonly refusalBody?: 'text'
  /** What looks otherwise here than in the catalogue, in either dialect. */
  readonly refusals?: Partial<Record<RefusalKey, Partial<RefusalForm>>>
  /** Whether a client may name another method than the one it uses, in the header `X-HTTP-Method-Override`. */
  readonly overridesMethod?: true
}

const members = ['type', 'title', 'status', 'detail', 'code', 'traceId', 'errors'] as const
const problem = { contentType: 'application/problem+json; charset=utf-8', members, validation: members }

const onlyJson = { types: /^application\/json$/, judged: 'routing' } as const

const empty = { body: 'empty' } as const

/** Sources: notifications §1, file-transfer §0, §8, events §4.2, decisions §1, §2. */
export const areas = {
  notifications: {
    prefixes: ['', '/notifications/api/v1'],
    owner: ['org', 'orgNo'],
    identity: { cookie: 'AltinnStudioRuntime', platform: 'platformaccesstoken' },
    reader: 'notifications',
    json: onlyJson,
    indent: 2,
    headers: {},
    problem,
  },
  fileTransfer: {
    prefixes: [''],
    owner: ['orgNo'],
    reader: 'fileTransfer',
    json: { types: /^(?:application\/(?:json|[^/;]+\+json)|text\/json)$/, judged: 'reading' },
    indent: 0,
    headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
    accept: ['application/json', '*/*'],
    problem,
  },
  resources: {
    prefixes: [''],
    owner: ['orgNo'],
    reader: 'fileTransfer',
    json: onlyJson,
    indent: 0,
    headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
    accept: ['application/json', '*/*'],
    problem,
  },
  events: {
    prefixes: [''],
    owner: ['org', 'orgNo'],
    reader: 'events',
    json: { types: onlyJson.types, judged: 'reading' },
    indent: 0,
    headers: {},
    problem: {
      contentType: 'application/problem+json; charset=utf-8',
      members: ['type', 'title', 'status', 'detail', 'code', 'traceId'],
      validation: ['type', 'title', 'status', 'errors', 'traceId'],
    },
    refusals: { unauthenticated: { ...empty, headers: {} }, forbidden: empty, 'method-not-allowed': empty, 'too-large': empty },
  },
  resumableUpload: {
    prefixes: [''],
    owner: ['orgNo'],
    reader: 'plain',
    json: onlyJson,
    indent: 0,
    headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', 'tus-resumable': '1.0.0' },
    problem,
    refusalBody: 'text',
    refusals: {
      unauthenticated: { ...empty, headers: { 'www-authenticate': ['<challenge>', '<challenge>'] } },
      forbidden: empty,
      'method-not-allowed': empty,
      'BRO-00006': { status: 401 },
      'not-resumable': empty,
      'no-such-upload': empty,
      unreachable: refusals['BRO-00021'],
    },
    overridesMethod: true,
  },
  authentication: { prefixes: [''], owner: ['orgNo'], reader: 'plain', json: onlyJson, indent: 0, headers: {}, problem },
  /** Calls that lie in no area, and Standin's own rows. */
  nowhere: { prefixes: [''], owner: ['orgNo'], reader: 'plain', json: onlyJson, indent: 0, headers: {}, problem },
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof areas
export type AreaTable = Readonly<Record<AreaName, Area>>

/** The area of a row is the first half of its id. */
export function areaName(id: string): AreaName {
  const name = id.slice(0, id.indexOf('.'))
  return name in areas ? (name as AreaName) : 'nowhere'
}
