/** A scenario and its rules. */
/** To which calls a rule applies: from a first to a last one, or to every nth. Counted from 1. */
export type Calls = { readonly from: number; readonly to: number } | { readonly every: number }

export interface Where {
  readonly org?: string | undefined
  readonly client?: string | undefined
  readonly scope?: string | undefined
  readonly recipient?: string | undefined
  readonly resource?: string | undefined
  readonly environment?: 'test' | 'production' | undefined
  readonly header?: Readonly<Record<string, string>> | undefined
}

export interface Rule {
  /** A row, a job, an area, or `all`; absent: everything that its effects concern. */
  readonly on?: string | undefined
  readonly where?: Where | undefined
  readonly calls?: Calls | undefined
  /** From 0 to 1. */
  readonly probability?: number | undefined
  /** World milliseconds after the scenario is switched on. */
  readonly after?: number | undefined
  readonly for?: number | undefined
  /** World milliseconds after which it begins again. */
  readonly every?: number | undefined
  /** World milliseconds since 1970. */
  readonly until?: number | undefined
  readonly per?: 'caller' | 'idempotencyId' | 'thing' | undefined
  /** The options of each effect, by its name. */
  readonly effects: Readonly<Record<string, unknown>>
}

export interface Scenario {
  readonly name: string
  readonly summary: string
  readonly description?: string | undefined
  readonly guidance?: string | undefined
  readonly rules: readonly Rule[]
  /** Built in, from a folder of the user, or defined in this world. */
  readonly source: 'built-in' | 'folder' | 'defined'
}

export const gatePlaces = ['before-work', 'after-work'] as const
export type GatePlace = (typeof gatePlaces)[number]
