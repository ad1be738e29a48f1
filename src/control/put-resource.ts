/** Adds a resource, or replaces one. */
import { resourceReply } from '../control-replies/resources.ts'
import { describedResource } from '../state/find-resource.ts'
import { resourceMembers } from '../state/resources/written-resource.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byResourceId } from './show-resource.ts'

/** Source: decisions §12. */
export const putResource = defineControl({
  id: 'control.putResource',
  summary: 'Add a resource to the environment addressed, or replace one; members as in resources.json',
  request: { params: byResourceId, body: json(resourceMembers()) },
  replies: { 200: reply.json(resourceReply), 201: reply.json(resourceReply) },
  example: { params: { id: 'my-resource' }, body: { owner: '991825827', timeToLive: '30d', gracePeriod: '2h' } },

  handle({ params: { id }, body }, { knobs, address: { environment }, reply: answer }) {
    const { world } = knobs
    const isKnown = describedResource(world, world.environments[environment], id) !== undefined
    return answer(isKnown ? 200 : 201, knobs.resources.put(environment, { ...body, id }))
  },
})
