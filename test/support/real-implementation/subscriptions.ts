/** The events rows: subscriptions, and polling. Source: events §4, §6. */
import type { CloudEvent, Events, Subscription } from './events.ts'
import { invalid, problem, problems } from './problems.ts'
import { resources } from './register.ts'
import type { Switches } from './switches.ts'
import type { Claims } from './tokens.ts'
import { bytesOf, type Call, memberOf, type Reply, type Row, refuse, textOf } from './wire.ts'

const base = '/events/api/v1/subscriptions'
const eventsPath = '/events/api/v1/events'
const subscribe = 'altinn:events.subscribe'
const urn = /^urn:[a-z0-9-]{1,30}(?::[a-z0-9()+,.\-;$_!/]{1,100}){1,10}$/

const orgNoOf = (claims: Claims) => claims['urn:altinn:orgNumber']
const consumerOf = (claims: Claims) =>
  claims['urn:altinn:org'] === undefined ? `/organisation/${orgNoOf(claims)}` : `/org/${claims['urn:altinn:org']}`

/** Creates a refusal whose body is a JSON string. */
const said = (status: number, text: string): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(text),
})

/** True if the endpoint may be called: `http` is allowed only on this machine. Source: decisions §15 */
const isEndPoint = (text: string | undefined) =>
  text !== undefined && URL.canParse(text) && /^(?:https:|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/])/.test(new URL(text).href)

export function eventRows({ events, switches, origin }: { events: Events; switches: Switches; origin(): string }): readonly Row[] {
  const { subscriptions, published } = events
  let last = 70_000

  async function create(call: Call): Promise<Reply> {
    const body: unknown = JSON.parse((await bytesOf(call.request, problems.tooLarge())).toString())
    const endPoint = textOf(body, 'endPoint')
    if (endPoint === undefined || !isEndPoint(endPoint)) return said(400, 'Missing or invalid endpoint to push events towards')
    if (!call.claims.scope?.toLowerCase().split(' ').includes(subscribe)) return { status: 403 }
    const resourceFilter = textOf(body, 'resourceFilter')
    const subjectFilter = textOf(body, 'subjectFilter')
    const typeFilter = textOf(body, 'typeFilter')
    const why = mistakeIn(body, resourceFilter, subjectFilter)
    if (why !== undefined || resourceFilter === undefined) return said(400, why ?? 'Resource filter is required.')
    switches.reach('database', 'authorization')
    if (!maySubscribe(call.claims, resourceFilter, subjectFilter))
      return said(403, `Not authorized to create a subscription for resource ${resourceFilter}.`)
    const consumer = consumerOf(call.claims)
    const filters = {
      resourceFilter,
      ...(subjectFilter !== undefined && { subjectFilter }),
      ...(typeFilter !== undefined && { typeFilter }),
    }
    const made: Subscription = {
      id: last + 1,
      endPoint: new URL(endPoint).href,
      ...filters,
      consumer,
      createdBy: consumer,
      created: new Date().toISOString(),
      validated: false,
      includeSubunits: memberOf(body, 'includeSubunits') === true,
    }
    const same = [...subscriptions.values()].find((one) => likeness(one) === likeness(made))
    if (!same) last = made.id
    const subscription = same ?? made
    subscriptions.set(subscription.id, subscription)
    const reply = { ...subscription }
    events.validate(subscription)
    return { status: 201, headers: { location: `/events/api/v1/subscription/${subscription.id}` }, body: reply }
  }

  function own({ params: { id = '' }, claims }: Call): Subscription {
    if (!/^\d{1,9}$/.test(id)) refuse(invalid({ id: [`The value '${id}' is not valid.`] }))
    switches.reach('database')
    const subscription = subscriptions.get(Number(id)) ?? refuse({ status: 404 })
    return subscription.createdBy === consumerOf(claims) ? subscription : refuse({ status: 403 })
  }

  function poll({ url: { searchParams }, claims }: Call): Reply {
    const resource = searchParams.get('resource')
    if (!resource) return invalid({ resource: ['The resource field is required.'] })
    if (!resource.startsWith('urn:altinn:resource:'))
      return problem(400, { detail: "The 'resource' parameter must begin with `urn:altinn:resource:`" })
    const after = searchParams.get('after')
    if (!after) return problem(400, { detail: "The 'after' parameter must be defined." })
    switches.reach('database', 'authorization')
    const [subject, types] = [searchParams.get('subject'), searchParams.getAll('type')]
    const isWanted = (event: CloudEvent) =>
      event.resource === resource &&
      (!subject || event.subject === subject) &&
      (types.length === 0 || types.includes(event.type)) &&
      maySubscribe(claims, resource, event.subject)
    const size = Math.min(1000, Number(searchParams.get('size')) || 50)
    const begin = published.findIndex(({ id }) => id === after) + 1
    const page = published.slice(begin).filter(isWanted).slice(0, size)
    const headers: Record<string, string> = { 'content-type': 'application/cloudevents+json; charset=utf-8' }
    const last = page.at(-1)
    const others = [...searchParams].flatMap(([name, value]) => (name === 'after' ? [] : [`&${name}=${value}`]))
    if (last) headers.next = `${origin()}${eventsPath}?after=${last.id}${others.join('')}`
    return { status: 200, headers, body: JSON.stringify(page) }
  }

  /** Source: events §6.1 */
  async function publish(call: Call): Promise<Reply> {
    const body: unknown = JSON.parse((await bytesOf(call.request, problems.tooLarge())).toString())
    const missing = ['id', 'source', 'type'].filter((name) => textOf(body, name) === undefined)
    if (missing.length > 0)
      return invalid({ RequestBody: [`CloudEvent is missing required attributes: ${missing.join(', ')} (Parameter 'data')`] })
    const resource = textOf(body, 'resource')
    if (!resource) return problem(400, { detail: "A 'resource' property must be defined." })
    if (!urn.test(resource)) return problem(400, { detail: "'Resource' must be a valid urn." })
    switches.reach('database', 'authorization')
    const known = resources.find(({ id }) => `urn:altinn:resource:${id}` === resource)
    if (call.claims['urn:altinn:org'] === undefined || known?.owner !== orgNoOf(call.claims)) return { status: 403 }
    events.take(body as CloudEvent)
    return { status: 200 }
  }

  const row = (name: string, method: string, path: string, answer: Row['answer'], scopes: readonly string[] = []): Row => ({
    id: `events.${name}`,
    method,
    path,
    scopes,
    isBare: true,
    answer,
  })
  return [
    { ...row('createSubscription', 'POST', base, create), takes: /^application\/json\s*(?:;|$)/i },
    row('listSubscriptions', 'GET', base, ({ claims }) => {
      const list = [...subscriptions.values()].filter(({ createdBy }) => createdBy === consumerOf(claims))
      return { status: 200, body: { count: list.length, subscriptions: list } }
    }),
    row('getSubscription', 'GET', `${base}/{id}`, (call) => ({ status: 200, body: own(call) })),
    row('deleteSubscription', 'DELETE', `${base}/{id}`, (call) => {
      subscriptions.delete(own(call).id)
      return { status: 200 }
    }),
    row('readEvents', 'GET', eventsPath, poll, [subscribe]),
    { ...row('publishEvent', 'POST', eventsPath, publish, ['altinn:events.publish']), takes: /^application\/cloudevents\+json\s*(?:;|$)/i },
  ]
}

const likeness = ({ endPoint, resourceFilter, subjectFilter, typeFilter, consumer, includeSubunits }: Subscription) =>
  JSON.stringify([endPoint, resourceFilter, subjectFilter, typeFilter, consumer, includeSubunits])

/** Source: events §4.2 */
function mistakeIn(body: unknown, resource: string | undefined, subject: string | undefined): string | undefined {
  if (resource !== undefined && !urn.test(resource)) return 'Resource filter must be a valid urn'
  if (resource === undefined) return 'Resource filter is required.'
  if (memberOf(body, 'sourceFilter')) return 'Source filter is not supported for subscriptions on this resource.'
  if (memberOf(body, 'alternativeSubjectFilter')) return 'AlternativeSubject filter is not supported for subscriptions on this resource.'
  return memberOf(body, 'includeSubunits') === true && !subject ? 'IncludeSubunits requires a subject filter.' : undefined
}

/** True for an organization's own events, and for all events of a resource's owner. Source: decisions §3 */
function maySubscribe(claims: Claims, resource: string, subject: string | undefined): boolean {
  const known = resources.find(({ id }) => `urn:altinn:resource:${id}` === resource)
  const orgNo = orgNoOf(claims)
  return known !== undefined && (subject === `urn:altinn:organization:identifier-no:${orgNo}` || known.owner === orgNo)
}
