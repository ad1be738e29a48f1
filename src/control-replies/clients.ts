/** The replies about clients that are registered at Maskinporten. */
import { z } from 'zod'
import { registeredClientSchema } from '../areas/authentication/records/registered-client.ts'
import { pageReply } from './page.ts'

export const clientReply = registeredClientSchema()

export const clientsReply = z.object({ clients: z.array(clientReply).describe('The registered clients.'), ...pageReply })
