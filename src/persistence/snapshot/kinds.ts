/** The table of record kinds, from which snapshots and kept folders follow. */
import { clientForm, usedGrantForm } from '../../service/areas/authentication/records.ts'
import { deletedSubscriptionForm, deliveryForm, eventForm, subscriptionForm } from '../../service/areas/events/forms.ts'
import { fileTransferForm, uploadForm } from '../../service/areas/file-transfer/forms.ts'
import { feedEntryForm, messageForm, orderForm, shipmentForm } from '../../service/areas/notifications/forms.ts'
import { removedResourceForm, resourceForm, serviceOwnerForm } from '../../service/areas/resources/forms.ts'
import { contactForm, formerContactForm, removedContactForm } from '../../service/world/contact-forms.ts'
import type { AnyForm } from '../../service/world/record-form.ts'
import { allowanceForm, askedForm, bookingForm, callerForm, countForm, defectForm, scenarioForm, separateCountForm } from './world-forms.ts'

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
