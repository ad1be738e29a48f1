/** The refusals of the second service, from docs/reference/specification.md §7 and docs/reference/decisions.md §1. */

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
}

const problem = (status: number, members: object): Reply => ({
  status,
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  body: { ...members, status },
})

export const problems = {
  unauthenticated: problem(401, { title: 'Unauthorized', detail: 'A valid bearer token is required.' }),
  forbidden: problem(403, { title: 'Forbidden', detail: 'The token lacks the scope.' }),
  noSuchPath: problem(404, { title: 'Not Found', detail: 'No such path.' }),
  noSuchShipment: problem(404, { code: 'NOT-00003', title: 'Shipment Not Found', detail: 'Shipment not found' }),
  noSuchOrder: problem(404, { title: 'Not Found' }),
  tooLate: problem(409, { title: 'Conflict' }),
}

/** `errors`: lists of messages by the path of a value. */
export const invalid = (errors: object): Reply => problem(400, { title: 'One or more validation errors occurred.', errors })
