/** Loads the names of organizations, because people recognize a caller by its name rather than its number. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useControls } from './control.ts'

interface Organization {
  readonly name?: string | undefined
  readonly number: string
  /** The service owner's code, such as `ttd`. */
  readonly serviceOwner?: string | undefined
}

/** The organizations on the page, keyed by number and by code. */
const organizations = signal<ReadonlyMap<string, Organization>>(new Map())

/** Changes when more names are loaded, so that lists filtered by name are rebuilt. */
export const knownNames = (): unknown => organizations.value

/** The numbers and codes on the page, even if they belong to no organization. */
const shown = signal<readonly string[]>([])
const met = new Set<string>()

/** Names per request, because URL length is limited. */
const inOneCall = 200

/** Matches numbers and service owner codes, but not the client ids that Standin derives. */
const canBeName = /^[\w-]{1,30}$/

/** Returns the organization with this number or code, or undefined until its name is loaded. */
function organizationOf(key: string): Organization | undefined {
  if (!met.has(key) && canBeName.test(key)) {
    if (met.size === shown.peek().length) queueMicrotask(() => (shown.value = [...met]))
    met.add(key)
  }
  return organizations.value.get(key)
}

/** Loads each name on the page once, and again after the user changes something. */
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
    // Lists are rebuilt only if a name has changed, because most refreshes change nothing.
    if (all.size !== before.size || [...all].some(([key, each]) => before.get(key) !== each)) organizations.value = all
  }, read)
}

export interface Party {
  readonly org: string | null
  readonly orgNo: string | null
  readonly clientId?: string | null
}

/** Parses a string such as `ttd`, `991825827`, `0192:991825827`, `/org/ttd` or a client id. */
export function partyOf(text: string): Party {
  const last = text.slice(Math.max(text.lastIndexOf(':'), text.lastIndexOf('/')) + 1)
  if (/^\d{9}$/.test(last)) return { org: null, orgNo: last }
  return organizationOf(last) ? { org: last, orgNo: null } : { org: null, orgNo: null, clientId: text }
}

export const nameOf = (text: string): string => wordsOf(partyOf(text))[0] ?? text

/** Returns the name, the code and the number if they are known; otherwise, the client id. */
export function wordsOf({ org, orgNo, clientId = null }: Party): readonly string[] {
  const known = organizationOf(orgNo ?? '') ?? organizationOf(org ?? '')
  const words = [known?.name, org ?? known?.serviceOwner, orgNo ?? known?.number].flatMap((word) => word ?? [])
  return words.length > 0 || clientId === null ? words : [clientId]
}
