/** What the service calls the parts of a subscription in its refusals. Source: events §4.2, assumed. */
import type { RequestNames } from '../request-names.ts'

const types: Readonly<Record<string, string>> = {
  endPoint: 'System.Uri',
  sourceFilter: 'System.Uri',
  includeSubunits: 'System.Boolean',
}

export const subscriptionNames: RequestNames = {
  parameter: 'subscriptionRequest',
  typeOf: (path) =>
    path.length === 0 ? 'Altinn.Platform.Events.Models.SubscriptionRequestModel' : (types[String(path.at(-1))] ?? 'System.String'),
  mayBeNull: (path) => path.at(-1) !== 'includeSubunits',
  keyOf: (path) => path.map((step) => String(step).replace(/^./, (first) => first.toUpperCase())).join('.'),
}
