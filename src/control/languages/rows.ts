/** The file by which tests in another language control Standin. */
import { z } from 'zod'
import { Misuse } from '../../service/wire/misuse.ts'
import { reply } from '../../service/wire/row.ts'
import { clientFile, clientLanguages } from '../client-file.ts'
import { defineControl } from '../rows/row.ts'

const showClientFile = defineControl({
  id: 'control.showClientFile',
  method: 'GET',
  path: '/_standin/client/{language}',
  world: 'none',
  summary: 'The file by which tests in Python, Java, C# or Ruby control Standin',
  request: {
    params: z.object({ language: z.enum(clientLanguages).describe('The language.') }),
    query: z.object({
      package: z.string().optional().describe('The package of the file in Java.'),
      namespace: z.string().optional().describe('The namespace of the file in C#.'),
      junit: z.enum(['true', 'false']).optional().describe('true: the second file of Java, an extension of JUnit 5.'),
    }),
  },
  replies: { 200: reply.text() },
  example: { params: { language: 'python' } },

  handle({ params: { language }, query: { junit, ...names } }, { simulator, reply: answer }) {
    const read = simulator.platform.readClientFile
    if (!read) throw new Misuse('Standin in a page has no such files. Use the command: standin client.', undefined, 404)
    const { text } = clientFile(read, { ...names, language, junit: junit === 'true' })
    return answer(200, text, { 'content-type': 'text/plain; charset=utf-8' })
  },
})

export const languagesRows = [showClientFile] as const
