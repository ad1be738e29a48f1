/** Makes a reply unreadable: broken JSON or the wrong content type. */
import { z } from 'zod'
import type { Answer } from '../../wire/call.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineWrap } from '../scenario/effect.ts'

const options = whenNeeded(() => z.enum(['json', 'content-type']))

const wrongType = 'text/html; charset=utf-8'

/** Replaces the last character with a comma, which cannot end valid JSON. */
const brokenJson = (text: string) => `${text.slice(0, -1)},`

function garbled(answer: Answer, how: z.output<ReturnType<typeof options>>): Answer {
  const { headers, body } = answer
  if (body === undefined) return answer
  if (how === 'content-type') return { ...answer, headers: { ...headers, 'content-type': wrongType } }
  const isJson = typeof body === 'string' && body !== '' && String(headers['content-type']).includes('json')
  return isJson ? { ...answer, body: brokenJson(body) } : answer
}

export const garble = defineWrap({
  options,
  summary: 'The reply cannot be parsed',
  explain: (how) => (how === 'json' ? 'The reply is broken JSON.' : `The reply claims to be ${wrongType}.`),
  wrap: async (how, { proceed }) => garbled(await proceed(), how),
})
