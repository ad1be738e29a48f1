/** What holds for a whole area of the service: its paths, its callers, how it reads and writes JSON, how it refuses. */
import type { ProblemMember, RefusalForm } from './refusal.ts'

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
  /** The refusals that the area brings. `<name>` stands for a value. */
  readonly refusals?: Readonly<Record<string, RefusalForm>>
  /** Where the area writes a refusal in another form than the table of refusals, in both dialects. */
  readonly refusalForms?: Readonly<Record<string, Partial<RefusalForm>>>
  /** World milliseconds after which the feed shows an entry, at the least. Absent: at once. */
  readonly feedDelay?: number
  /** True where a token is read before the path, so that one whose parts are not JSON fails on every path below `unknownBelow`. */
  readonly failsOnBrokenToken?: true
  /** Seconds that the grant of a client may live. */
  readonly longestGrant?: number
  /** Whether an email address of the register counts, even where it has not the form of one. Absent: it counts as missing. */
  readonly anyEmailCounts?: true
  /** Whether the header `X-HTTP-Method-Override` may replace the method. */
  readonly overridesMethod?: true
  /** The rows behind the gateway that demands a subscription key. Absent: all of the area. */
  readonly behindGateway?: readonly string[]
  /** Whether a method that no row has is judged after access, and refused as if there were no such path. */
  readonly methodsBehindAccess?: true
}

/** What stands before the paths of a row. One that only the live service has lies where it lies there, below the last prefix. */
export const prefixesOf = (
  { prefixes }: Pick<Area, 'prefixes'>,
  { dialect }: { readonly dialect?: string | undefined },
): readonly string[] => (dialect === undefined ? prefixes : prefixes.slice(-1))

/** Whether a call of a path fails if its token cannot be read. Source: authentication §7. */
export const failsOnBrokenToken = ({ failsOnBrokenToken: fails, unknownBelow = '' }: Area, path: string): boolean =>
  fails === true && path.toLowerCase().startsWith(`/${unknownBelow}/`)

const members = ['type', 'title', 'status', 'detail', 'code', 'traceId', 'errors'] as const

/** A list counts by its first type. */
export const onlyJson = { types: /^application\/(?:json|[^/;,\s]+\+json)(?:\s*,|$)/, checkedWhen: 'routing' } as const

/** What an area does that says nothing else. */
export const usualArea = {
  prefixes: [''],
  owner: 'organization',
  reader: 'plain',
  json: onlyJson,
  indent: 0,
  headers: {},
  problem: { contentType: 'application/problem+json; charset=utf-8', members, validation: members },
} as const satisfies Area

/** The headers of the live broker on every answer. */
export const noSniff = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const

export const emptyBody = { body: 'empty' } as const

export const runtimeCookie = 'AltinnStudioRuntime'
