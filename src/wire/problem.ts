/** Writes a refusal in the form that its dialect and area give it. */
import type { Area, ProblemMember } from './areas.ts'
import type { Answer, AnswerHeaders } from './call.ts'
import { type Refusal, type RefusalForm, type RefusalValues, reasonPhrase } from './refusals.ts'

const fill = (text: string, values: RefusalValues) =>
  text.includes('<') ? text.replace(/<(\w+)>/g, (whole, name: string) => String(values[name] ?? whole)) : text

/** `traceId` is asked only where the form has a place for it; `path` is that of the request. */
export function writeRefusal(refusal: Refusal, form: RefusalForm, area: Area, traceId: () => string, path = ''): Answer {
  const headers: AnswerHeaders = { ...area.headers }
  for (const [name, value] of Object.entries(form.headers ?? {}))
    headers[name] = typeof value === 'string' ? fill(value, refusal.values) : value.map((one) => fill(one, refusal.values))
  const { retryAfter } = refusal.values
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter)
  const detail = fill(form.detail, refusal.values)
  if (form.body === 'empty') return { status: form.status, headers }
  if (form.body === 'text') return { status: form.status, headers, body: detail }
  if (form.body === 'string') {
    return { status: form.status, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(detail) }
  }
  if (area.refusalBody === 'text') return { status: form.status, headers: { ...headers, 'content-type': 'text/plain' }, body: detail }
  headers['content-type'] = form.body === 'gateway' ? 'application/json' : (form.contentType ?? area.problem.contentType)
  const content =
    form.body === 'gateway' ? { statusCode: form.status, message: detail } : problem(refusal, form, area, detail, traceId, path)
  return { status: form.status, headers, body: JSON.stringify(content, null, area.indent) }
}

function problem(refusal: Refusal, form: RefusalForm, area: Area, detail: string, traceId: () => string, path: string) {
  const content: Partial<Record<ProblemMember, unknown>> = {}
  const usual = refusal.errors || form.framework ? area.problem.validation : area.problem.members
  for (const member of form.members ?? usual) {
    if (member === 'detail') content.detail = detail
    else if (member === 'instance') content.instance = path
    else if (member === 'traceId') content.traceId = traceId()
    else if (member === 'errors') content.errors = refusal.errors
    else if (member === 'statusDescription') content.statusDescription = reasonPhrase(form.status)
    else content[member] = form[member]
  }
  return content
}
