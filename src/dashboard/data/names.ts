/** The names of organizations, by which people know a caller better than by a number. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useControl } from './control.ts'

interface Organization {
  readonly name?: string | undefined
  readonly number: string
  /** The code of a service owner, such as `ttd`. */
  readonly serviceOwner?: string | undefined
}

/** By number, and by code. */
const organizations = signal<ReadonlyMap<string, Organization>>(new Map())

/** All organizations in one page of the list. */
const limit = '10000'

/** Reads them, once for the whole page, and again when the user has changed something. */
export function useNames(): void {
  const { data } = useControl('control.listContacts', { query: { kind: 'organization', limit } })
  useEffect(() => {
    const all = (data?.contacts ?? []) as readonly Organization[]
    organizations.value = new Map(
      all.flatMap((each) => [each.number, each.serviceOwner].flatMap((key) => (key === undefined ? [] : [[key, each] as const]))),
    )
  }, [data])
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
  return organizations.value.has(last) ? { org: last, orgNo: null } : { org: null, orgNo: null, clientId: text }
}

/** In a list, the name alone. */
export const nameOf = (text: string): string => wordsOf(partyOf(text))[0] ?? text

/** Name, code and number, as far as they are known; for an unknown party, the client id. */
export function wordsOf({ org, orgNo, clientId = null }: Party): readonly string[] {
  const known = organizations.value.get(orgNo ?? '') ?? organizations.value.get(org ?? '')
  const words = [known?.name, org ?? known?.serviceOwner, orgNo ?? known?.number].flatMap((word) => word ?? [])
  return words.length > 0 || clientId === null ? words : [clientId]
}
