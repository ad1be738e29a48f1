/** The body of the example of a subscription, in the documentation, in givens and in tests. */

export const exampleSubscription = {
  endPoint: 'https://hooks.example.org/file-transfers',
  resourceFilter: 'urn:altinn:resource:standin-plain',
  subjectFilter: 'urn:altinn:organization:identifier-no:370916446',
  typeFilter: 'no.altinn.broker.published',
}
