/** The owner of an order: one organization is one owner, whether its token names its code or its number. Source: decisions §1 #12. */
import type { ContactRegister } from '../../contacts/records/contact-register.ts'

/** What a record keeps of its owner. */
export interface Owned {
  /** As it is shown: the code of the organization, else its number. */
  readonly creator: string
  readonly creatorOrgNo?: string | undefined
  /** The number of a known organization, else its code. */
  readonly owner: string
}

export interface Owner {
  readonly owned: Owned
  /** One of the keys of what it owns. */
  readonly key: string
}

/** Whether owners are compared by code alone, as live, or by organization. */
export type Comparing = 'code' | 'organization'

/** Undefined for a caller whose token names no owner. */
export function ownerOf(
  register: Pick<ContactRegister, 'serviceOwner'>,
  { org, orgNo }: { readonly org?: string | undefined; readonly orgNo?: string | undefined },
  comparing: Comparing,
): Owner | undefined {
  const known = org === undefined ? undefined : register.serviceOwner(org)
  const creator = org ?? orgNo
  if (creator === undefined || (comparing === 'code' && org === undefined)) return undefined
  const owned = { creator, creatorOrgNo: known ?? orgNo, owner: known ?? creator }
  return { owned, key: comparing === 'code' ? codeKey(creator) : organizationKey(owned.owner) }
}

/** The keys under which records of an owner are found: one for each way of comparing. */
export const ownerKeys = ({ creator, creatorOrgNo, owner }: Owned): readonly string[] =>
  creator === creatorOrgNo ? [organizationKey(owner)] : [organizationKey(owner), codeKey(creator)]

export const owns = ({ key }: Owner, owned: Owned): boolean => ownerKeys(owned).includes(key)

const organizationKey = (owner: string) => `organization ${owner}`
const codeKey = (code: string) => `code ${code}`
