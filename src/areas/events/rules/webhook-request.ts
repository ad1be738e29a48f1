/** The request that the endpoint of a subscriber gets. Source: events §5.1. */

/** `event`: the event as it is delivered. */
export const webhookRequest = (endPoint: string, event: unknown) => ({
  method: 'POST',
  url: endPoint,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: webhookBody(endPoint, event),
})

/** Slack gets the event as a text within another object. */
function webhookBody(endPoint: string, event: unknown): string {
  const text = JSON.stringify(event)
  return endPoint.includes('hooks.slack.com') ? JSON.stringify({ text }) : text
}
