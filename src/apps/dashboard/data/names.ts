/** The names of organizations, by which people know a caller better than by a number. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useControls } from './control.ts'

interface Organization {
  readonly name?: string | undefined
  readonly number: string
  /** The code of a service owner, such as `ttd`. */
  readonly serviceOwner?: string | undefined
}

/** By number, and by code: those that the page has shown. */
const organizations = signal<ReadonlyMap<string, Organization>>(new Map())

/** Another value when more names are known: a list that names narrow is then read again. */
export const knownNames = (): unknown => organizations.value

/** Numbers and codes that the page has shown, whether an organization has them or not. */
const shown = signal<readonly string[]>([])
const met = new Set<string>()

/** Names in one call: the address of a call is not endless. */
const inOneCall = 200

/** What can be a number or the code of a service owner, but not a client id that Standin has derived. */
const canBeName = /^[\w-]{1,30}$/

/** The organization with this number or code; undefined also until its name is read. */
function organizationOf(key: string): Organization | undefined {
  if (!met.has(key) && canBeName.test(key)) {
    if (met.size === shown.peek().length) queueMicrotask(() => (shown.value = [...met]))
    met.add(key)
  }
  return organizations.value.get(key)
}

/** Reads the names of what the page shows, each once, and again when the user has changed something. */
export function useNames(): void {
  const names = shown.value
  const lists = Array.from({ length: Math.ceil(names.length / inOneCall) }, (_, at) => names.slice(at * inOneCall, (at + 1) * inOneCall))
  const read = useControls(
    'control.listContacts',
    lists.map((numbers) => ({ query: { kind: 'organization', numbers: numbers.join(',') } })),
  ).map(({ data }) => data?.contacts)
  useEffect(() => {
    const before = organizations.peek()
    const all = new Map(before)
    for (const [at, found] of read.entries()) {
      if (!found) continue
      for (const name of lists[at] ?? []) all.delete(name)
      for (const each of found as readonly Organization[])
        for (const key of [each.number, each.serviceOwner]) if (key !== undefined) all.set(key, each)
    }
    // What is read again is mostly as before.
    if (all.size !== before.size || [...all].some(([key, each]) => before.get(key) !== each)) organizations.value = all
  }, read)
}

/** A caller, or an organization that something is about. */
export interface Party {
  readonly org: string | null
  readonly orgNo: string | null
  readonly clientId?: string | null
}

/** Of a text such as `ttd`, `991825827`, `0192:991825827`, `/org/ttd` or a client id. */
export function partyOf(text: string): Party {
  const last = text.slice(Math.max(text.lastIndexOf(':'), text.lastIndexOf('/')) + 1)
  if (/^\d{9}$/.test(last)) return { org: null, orgNo: last }
  return organizationOf(last) ? { org: last, orgNo: null } : { org: null, orgNo: null, clientId: text }
}

/** In a list, the name alone. */
export const nameOf = (text: string): string => wordsOf(partyOf(text))[0] ?? text

/** Name, code and number, as far as they are known; for an unknown party, the client id. */
export function wordsOf({ org, orgNo, clientId = null }: Party): readonly string[] {
  const known = organizationOf(orgNo ?? '') ?? organizationOf(org ?? '')
  const words = [known?.name, org ?? known?.serviceOwner, orgNo ?? known?.number].flatMap((word) => word ?? [])
  return words.length > 0 || clientId === null ? words : [clientId]
}
