/** What the service calls the parts of what a service owner says, in its refusals. */
import type { Path } from '../json/scan.ts'
import type { Errors } from '../refusals.ts'
import type { RequestNames } from '../request-names.ts'
import type { ResourceRequest } from './resource.ts'

const numbers: Readonly<Record<string, string>> = {
  maxFileTransferSize: 'System.Nullable`1[System.Int64]',
  purgeFileTransferAfterAllRecipientsConfirmed: 'System.Nullable`1[System.Boolean]',
  useManifestFileShim: 'System.Nullable`1[System.Boolean]',
  externalServiceEditionCodeLegacy: 'System.Nullable`1[System.Int32]',
}

const namesOf = (parameter: string, model: string): RequestNames => ({
  parameter,
  typeOf: ([name]: Path) => (name === undefined ? model : (numbers[name] ?? 'System.String')),
  mayBeNull: () => true,
  keyOf: (path) => path.map((step) => String(step).replace(/^./, (letter) => letter.toUpperCase())).join('.'),
})

export const resourceNames = namesOf('resourceExt', 'Altinn.Broker.Models.ResourceExt')
export const serviceOwnerNames = namesOf('serviceOwnerInitializeExt', 'Altinn.Broker.Models.ServiceOwner.ServiceOwnerInitializeExt')

/** The codes must stand beside it, whatever was configured before. Only the first violation is told. */
export function shimErrors({
  useManifestFileShim,
  externalServiceCodeLegacy,
  externalServiceEditionCodeLegacy,
}: ResourceRequest): Errors | undefined {
  if (!useManifestFileShim) return undefined
  if (!externalServiceCodeLegacy) return { '': ['ExternalServiceCodeLegacy must be set and not be an empty string.'] }
  if (!externalServiceEditionCodeLegacy) return { '': ['ExternalServiceEditionCodeLegacy must be set and not be zero.'] }
  return undefined
}
