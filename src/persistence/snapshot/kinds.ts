/** The table of record kinds, which defines the contents of snapshots and stores. */
import { clientForm, usedGrantForm } from '../../service/areas/authentication/records.ts'
import { deletedSubscriptionForm, deliveryForm, eventForm, subscriptionForm } from '../../service/areas/events/forms.ts'
import { fileTransferForm, uploadForm } from '../../service/areas/file-transfer/forms.ts'
import { feedEntryForm, messageForm, orderForm, shipmentForm } from '../../service/areas/notifications/forms.ts'
import { removedResourceForm, resourceForm, serviceOwnerForm } from '../../service/areas/resources/forms.ts'
import type { AnyForm } from '../../service/world/record-form.ts'
import {
  allowanceForm,
  askedForm,
  bookingForm,
  callerForm,
  contactForm,
  countForm,
  defectForm,
  formerContactForm,
  removedContactForm,
  scenarioForm,
  separateCountForm,
} from './world-forms.ts'

export const worldKinds = [
  bookingForm,
  defectForm,
  scenarioForm,
  countForm,
  separateCountForm,
  askedForm,
  contactForm,
  removedContactForm,
  formerContactForm,
  callerForm,
  clientForm,
  messageForm,
] as const

export const environmentKinds = [
  orderForm,
  shipmentForm,
  feedEntryForm,
  fileTransferForm,
  uploadForm,
  resourceForm,
  removedResourceForm,
  serviceOwnerForm,
  allowanceForm,
  usedGrantForm,
  eventForm,
  subscriptionForm,
  deletedSubscriptionForm,
  deliveryForm,
] as const

export const kindsByName: ReadonlyMap<string, AnyForm> = new Map([...worldKinds, ...environmentKinds].map((kind) => [kind.name, kind]))

/** Throws for an unknown kind, which would be a bug. */
export function formNamed(name: string): AnyForm {
  const form = kindsByName.get(name)
  if (!form) throw new Error(`The table of record kinds does not contain ${name}.`)
  return form
}

/** Returns the position of a kind's list in a snapshot: in a part of the document, or at the top level. */
export function placeOf({ list }: { readonly list: string }): { readonly part: string | undefined; readonly name: string } {
  const [one = '', other] = list.split('.')
  return other === undefined ? { part: undefined, name: one } : { part: one, name: other }
}
