/** A consumer of the file transfer area that receives files. */
import { ask, type Service } from '../asking.ts'
import { createPartyClient, root } from '../file-transfers.ts'

export function createRecipient(service: Service) {
  return {
    ...createPartyClient(service),

    /** Returns the whole file, or a range of bytes such as `0-99`. */
    async download(id: string, range?: string): Promise<Uint8Array> {
      const headers = range === undefined ? {} : { range: `bytes=${range}` }
      const response = await ask(service, 'GET', `${root}/${id}/download`, { headers })
      return new Uint8Array(await response.arrayBuffer())
    },

    async confirm(id: string): Promise<void> {
      await ask(service, 'POST', `${root}/${id}/confirmdownload`)
    },
  }
}

export type Recipient = ReturnType<typeof createRecipient>
