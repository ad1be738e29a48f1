/** The control row for client files, used by tests in other languages. */
import { z } from 'zod'
import { Misuse } from '../../service/wire/misuse.ts'
import { reply } from '../../service/wire/row.ts'
import { clientFile, clientLanguages } from '../client-file.ts'
import { defineControl } from '../rows/row.ts'

const showClientFile = defineControl('control.showClientFile', 'GET /_standin/client/{language}', {
  world: 'none',
  summary: 'The client file for tests in Python, Java, C# or Ruby',
  request: {
    params: z.object({ language: z.enum(clientLanguages).describe('The language.') }),
    query: z.object({
      package: z.string().optional().describe("The file's Java package."),
      namespace: z.string().optional().describe("The file's C# namespace."),
      junit: z.enum(['true', 'false']).optional().describe('`true` for the second Java file, a JUnit 5 extension.'),
    }),
  },
  replies: { 200: reply.text() },
  example: { params: { language: 'python' } },

  handle({ params: { language }, query: { junit, ...names } }, { simulator, reply: answer }) {
    const read = simulator.platform.readClientFile
    if (!read) throw new Misuse('Client files are not available in a browser. Use the command: standin client.', undefined, 404)
    const { text } = clientFile(read, { ...names, language, junit: junit === 'true' })
    return answer(200, text, { 'content-type': 'text/plain; charset=utf-8' })
  },
})

export const languagesRows = [showClientFile] as const
