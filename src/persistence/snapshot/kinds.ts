/** The table of record kinds, from which snapshots and kept folders follow. */
import { clientForm, usedGrantForm } from '../../service/areas/authentication/records/forms.ts'
import { deletedSubscriptionForm, deliveryForm, eventForm, subscriptionForm } from '../../service/areas/events/records/forms.ts'
import { fileTransferForm } from '../../service/areas/file-transfer/records/forms.ts'
import { feedEntryForm, messageForm, orderForm, shipmentForm } from '../../service/areas/notifications/records/forms.ts'
import { removedResourceForm, resourceForm, serviceOwnerForm } from '../../service/areas/resources/records/forms.ts'
import { uploadForm } from '../../service/areas/resumable-upload/records/forms.ts'
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

/** What a world has once. */
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

/** What each of its environments has. */
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

/** By name. */
export const kindsByName: ReadonlyMap<string, AnyForm> = new Map([...worldKinds, ...environmentKinds].map((kind) => [kind.name, kind]))

/** A kind that is missing in the table is a defect. */
export function formNamed(name: string): AnyForm {
  const form = kindsByName.get(name)
  if (!form) throw new Error(`The table of record kinds lacks ${name}.`)
  return form
}

/** A kind as a snapshot lists it: in a part of the document, or beside the parts. */
export function placeOf({ list }: { readonly list: string }): { readonly part: string | undefined; readonly name: string } {
  const [one = '', other] = list.split('.')
  return other === undefined ? { part: undefined, name: one } : { part: one, name: other }
}
