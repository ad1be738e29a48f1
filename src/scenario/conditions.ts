/** The conditions of a rule: does it cover a call or a job? Source: decisions §14. */
import type { EnvironmentName } from '../state/agenda.ts'
import type { Where } from '../state/scenario.ts'
import type { Caller } from '../tokens/caller.ts'
import { type CallHeaders, header } from '../wire/http/call.ts'
import type { About } from '../wire/row.ts'
import type { PreparedWhere } from './ruleset.ts'

/** A call or a job, as the rules see it. */
export interface Subject {
  /** Absent when the subject is a job. */
  readonly call?: { readonly caller: Caller | undefined; readonly headers: CallHeaders }
  readonly environment: EnvironmentName
  readonly about: About
  /** What a call or job asks for, where {@link About} does not name it. Set for rules with `per: thing`. */
  readonly thing?: string | undefined
  /** What a call asks a scenario for by header. */
  readonly asked?: CountedBy | undefined
}

/** What the calls of a scenario that a header names are counted by. Source: decisions §14. */
export interface CountedBy {
  /** The word of the header that counts instead of things. */
  readonly run: string | undefined
  /** Row, path, caller, and what is ordered. */
  readonly thing: string
}

/** The first condition that a call or job does not meet. */
export function unmetCondition(where: PreparedWhere, { call, environment, about }: Subject): keyof Where | undefined {
  const caller = call?.caller
  if (where.environment !== undefined && where.environment !== environment) return 'environment'
  if (where.org !== undefined && !(call ? isOrg(where.org, caller) : isOrg(where.org, about))) return 'org'
  if (where.client !== undefined && where.client !== caller?.clientId) return 'client'
  if (where.scope !== undefined && !caller?.scopes.includes(where.scope)) return 'scope'
  if (where.resource !== undefined && where.resource !== about.resource) return 'resource'
  if (where.recipient !== undefined && !about.recipients?.includes(where.recipient)) return 'recipient'
  return where.headers === undefined || (call && hasAll(call.headers, where.headers)) ? undefined : 'header'
}

function hasAll(named: CallHeaders, wanted: NonNullable<PreparedWhere['headers']>): boolean {
  for (const [name, value] of wanted) if (header(named, name) !== value) return false
  return true
}

type Party = { readonly org?: string | undefined; readonly orgNo?: string | undefined }

const isOrg = (wanted: string, party: Party | undefined): boolean => party !== undefined && (wanted === party.orgNo || wanted === party.org)
