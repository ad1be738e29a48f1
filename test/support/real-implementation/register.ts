/** This implementation's synthetic seed data: organizations, service owners, resources and contact details. */

export interface Organization {
  readonly orgNo: string
  /** The service owner's code. */
  readonly code?: string
  readonly clientId: string
}

/** Keyed by the caller's name in contracts. */
export const organizations = {
  creator: { orgNo: '318840261', code: 'hav', clientId: '01890a5d-ac96-774b-bcce-b302099a8057' },
  otherCreator: { orgNo: '315504171', code: 'fjl', clientId: '01890a5d-ac96-774b-bcce-b302099a8058' },
  sender: { orgNo: '321077552', clientId: '01890a5d-ac96-774b-bcce-b302099a8059' },
  recipient: { orgNo: '326609145', clientId: '01890a5d-ac96-774b-bcce-b302099a805a' },
  stranger: { orgNo: '319990089', clientId: '01890a5d-ac96-774b-bcce-b302099a805b' },
} as const satisfies Record<string, Organization>

export const allOrganizations: readonly Organization[] = Object.values(organizations)

export const organizationOf = (orgNo: string) => allOrganizations.find((one) => one.orgNo === orgNo)

/** Source: decisions §1 #12 */
export function creatorOf({ org, orgNo }: { readonly org: string | undefined; readonly orgNo: string | undefined }): string | undefined {
  return allOrganizations.find(({ code }) => code !== undefined && code === org)?.orgNo ?? org ?? orgNo
}

export interface Resource {
  readonly id: string
  /** The service owner's organization number. */
  readonly owner: string
}

/** Resources that every organization in the register may use to send and receive. */
export const resources: readonly Resource[] = [
  { id: 'hav-exchange', owner: organizations.creator.orgNo },
  { id: 'fjl-archive.v2', owner: organizations.otherCreator.orgNo },
]

export interface Contact {
  readonly emails: readonly string[]
  readonly mobiles: readonly string[]
}

/** Keyed by identity number, organization number or URN. */
export const contacts: Readonly<Record<string, Contact>> = {
  '17837131022': { emails: ['kari@person.example'], mobiles: ['+4791000001'] },
  '05916624516': { emails: [], mobiles: [] },
  '322458118': { emails: ['post@bedrift.example'], mobiles: ['+4791000002'] },
  '327711326': { emails: [], mobiles: [] },
}
