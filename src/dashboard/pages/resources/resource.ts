/** A resource, and what is written of it. */
import type { ControlInput, ControlReply } from '../../../control/client.ts'
import { environment } from '../../data/place.ts'

export type Resource = ControlReply<'control.listResources'>['resources'][number]

export const newResource: Resource = {
  id: '',
  environment,
  owner: '991825827',
  configured: true,
  registered: true,
  maxFileTransferSize: null,
  timeToLive: 'P30D',
  purgeAfterConfirmed: true,
  gracePeriod: 'PT2H',
  useManifestFileShim: null,
  externalServiceCode: null,
  externalServiceEdition: null,
  requiredParty: null,
  accessList: null,
  unscannedApproved: false,
}

/** What was never set is left out. */
export function membersOf({
  id: _id,
  environment: _environment,
  configured,
  registered,
  ...members
}: Resource): ControlInput<'control.putResource'>['body'] {
  const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== ''))
  return { ...given, ...(!configured && { configured }), ...(!registered && { registered }) }
}
