/** What holds for a whole area of the service: its paths, its callers, how it reads and writes JSON, how it refuses. */
import { unreadableTokenRequest } from '../areas/authentication/refusals.ts'
import { type RefusalKey, refusals } from './refusals/index.ts'
import type { ProblemMember, RefusalForm } from './refusals/refusal-form.ts'

export interface Area {
  /** What stands before a row's path. The canonical prefix comes first. */
  readonly prefixes: readonly [string, ...string[]]
  /** The first segment of paths that the area answers, also where no row has them. Source: file-transfer §7.4. */
  readonly unknownBelow?: string
  /** How the owners of what callers create are compared: by organization, or by code alone. */
  readonly owner: 'organization' | 'code'
  /**
   * Where else a call may name its caller: a cookie that takes precedence over the Authorization header, and in some areas
   * the header that the platform's applications send. Such an area ignores Maskinporten tokens. Absent: only the Authorization header.
   */
  readonly identity?: { readonly cookie: string; readonly platform?: string }
  /** How the area reads bodies, and its messages about what it cannot read (`wire/readers.ts`). */
  readonly reader: 'notifications' | 'fileTransfer' | 'events' | 'plain'
  /** The content types of a JSON body, and when the service checks them: with the path, or when it reads the body. */
  readonly json: { readonly types: RegExp; readonly checkedWhen: 'routing' | 'reading' }
  /** The number of spaces that indent JSON. */
  readonly indent: number
  /** Headers on every answer, refusals included. */
  readonly headers: Readonly<Record<string, string>>
  /** The media types that the Accept header of a JSON row may ask for. Absent: the area ignores Accept. */
  readonly accept?: readonly string[]
  readonly problem: {
    readonly contentType: string
    /** The content type for a client whose Accept header prefers problem details to JSON. Absent: `contentType`. */
    readonly preferred?: string
    readonly members: readonly ProblemMember[]
    /** The members of a 400 with `errors`. */
    readonly validation: readonly ProblemMember[]
  }
  /** Set where the area writes refusals as plain text instead of problem details. */
  readonly refusalBody?: 'text'
  /** Where this area differs from the catalogue of refusals, in both dialects. */
  readonly refusals?: Partial<Record<RefusalKey, Partial<RefusalForm>>>
  /** World milliseconds after which the feed shows an entry, at the least. Absent: at once. */
  readonly feedDelay?: number
  /** Whether an email address of the register counts, even where it has not the form of one. Absent: it counts as missing. */
  readonly anyEmailCounts?: true
  /** Whether the header `X-HTTP-Method-Override` may replace the method. */
  readonly overridesMethod?: true
  /** Whether a method that no row has is judged after access, and refused as if there were no such path. */
  readonly methodsBehindAccess?: true
}

const members = ['type', 'title', 'status', 'detail', 'code', 'traceId', 'errors'] as const
const problem = { contentType: 'application/problem+json; charset=utf-8', members, validation: members }

/** A list counts by its first type. */
const onlyJson = { types: /^application\/(?:json|[^/;,\s]+\+json)(?:\s*,|$)/, checkedWhen: 'routing' } as const

const empty = { body: 'empty' } as const
const beforeProtocol = { headers: { 'tus-resumable': null } } as const

/** What file transfers and their resources share. */
const broker = {
  prefixes: [''],
  owner: 'organization',
  reader: 'fileTransfer',
  indent: 0,
  headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
  accept: ['application/json', '*/*'],
  problem,
} as const

const cookie = 'AltinnStudioRuntime'

/** Sources: notifications §1, file-transfer §0, §8, events §4.2, decisions §1, §2. */
export const areas = {
  notifications: {
    prefixes: ['', '/notifications/api/v1'],
    owner: 'organization',
    identity: { cookie, platform: 'platformaccesstoken' },
    reader: 'notifications',
    json: onlyJson,
    indent: 2,
    headers: {},
    problem,
  },
  fileTransfer: {
    ...broker,
    unknownBelow: 'broker',
    json: { types: /^(?:application\/(?:json|[^/;,\s]+\+json)|text\/json)(?:\s*,|$)/, checkedWhen: 'reading' },
  },
  resources: { ...broker, json: onlyJson },
  events: {
    prefixes: [''],
    owner: 'organization',
    identity: { cookie },
    reader: 'events',
    json: { types: onlyJson.types, checkedWhen: 'reading' },
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
    owner: 'organization',
    reader: 'plain',
    json: onlyJson,
    indent: 0,
    headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', 'tus-resumable': '1.0.0' },
    problem,
    refusalBody: 'text',
    refusals: {
      // The protocol begins when the caller may upload this file.
      unauthenticated: { ...empty, headers: { ...beforeProtocol.headers, 'www-authenticate': ['<challenge>', '<challenge>'] } },
      forbidden: { ...empty, ...beforeProtocol },
      'BRO-00001': beforeProtocol,
      'BRO-00006': { status: 401, ...beforeProtocol },
      'BRO-00004': beforeProtocol,
      'BRO-00005': beforeProtocol,
      'BRO-00002': beforeProtocol,
      'BRO-00021': beforeProtocol,
      'not-resumable': { ...empty, ...beforeProtocol },
      'no-such-upload': empty,
      unreachable: { ...refusals['BRO-00021'], ...beforeProtocol },
    },
    overridesMethod: true,
    methodsBehindAccess: true,
  },
  authentication: {
    prefixes: [''],
    owner: 'organization',
    reader: 'plain',
    json: onlyJson,
    indent: 0,
    headers: {},
    problem,
    refusals: unreadableTokenRequest,
  },
  /** Paths outside every area, and Standin's own rows. */
  nowhere: { prefixes: [''], owner: 'organization', reader: 'plain', json: onlyJson, indent: 0, headers: {}, problem },
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof areas
export type AreaTable = Readonly<Record<AreaName, Area>>

/** The area of a row: the first half of the row's id. */
export function areaName(id: string): AreaName {
  const name = id.slice(0, id.indexOf('.'))
  return name in areas ? (name as AreaName) : 'nowhere'
}

/** Maskinporten and the token generator have no gateway that demands a key, and the platform's keys are for everyone. */
export const isBehindGateway = (id: string): boolean => areaName(id) !== 'authentication' || /\.(?:exchange|refresh)Token$/.test(id)
