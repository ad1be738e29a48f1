/** Control rows for recipes. */
import { z } from 'zod'
import { addressOf } from '../../service/engine/address.ts'
import { reply } from '../../service/wire/row.ts'
import { isoDuration } from '../../service/wire/timestamp.ts'
import { pageOf } from '../rows/page.ts'
import { pageIn, pageQuery, pageReply, testerText } from '../rows/page-query.ts'
import { defineControl } from '../rows/row.ts'
import { recipesWith } from '../tester-words.ts'
import { cook } from './cook.ts'
import { recipeNamed, recipes } from './index.ts'
import type { Recipe } from './recipe.ts'
import { scriptOf } from './script.ts'

const recipeReply = z.object({
  name: z.string().describe('The name that triggers the recipe.'),
  title: z.string().describe("What happens, in a tester's words."),
  summary: z.string().describe('What the recipe does and shows.'),
  words: z.array(z.string()).describe('Search words.'),
})

export const recipesReply = z.object({ recipes: z.array(recipeReply).describe('The recipes.'), ...pageReply })

const recipeCall = z.object({
  kind: z.enum(['call', 'control']).describe('A call to the service or to a control row.'),
  operation: z.string().describe('The row id.'),
  method: z.string().describe('The HTTP method.'),
  path: z.string().describe("The path below the world's base URL, with the query."),
  status: z.int().nullable().describe("The reply's status; 499 if the client disconnected before the reply, null if there was no reply."),
  why: z.string().nullable().describe('The reason for the reply, as in the journal.'),
  line: z.string().nullable().describe("The id of the call's journal line; null for control rows."),
})

export const triggeredReply = z.object({
  name: z.string().describe("The recipe's name."),
  title: z.string().describe("What happens, in a tester's words."),
  caller: z.string().describe("The client id for the recipe's calls, which no other client uses."),
  happened: z.array(z.string()).describe('One sentence for each event.'),
  calls: z.array(recipeCall).describe('The calls in order. If a resource was read repeatedly, only the last read is included.'),
  moved: z.string().describe("The duration by which the world's clock was advanced; PT0S if it was not."),
  curl: z.string().describe('The same calls as a curl shell script.'),
})

const names = recipes.map(({ name }) => name) as [string, ...string[]]

const infoOf = ({ name, title, summary, words }: Recipe) => ({ name, title, summary, words: [...words] })

const listRecipes = defineControl('control.listRecipes', 'GET /_standin/recipes', {
  world: 'none',
  summary: 'The recipes: complete stories triggered by name',
  request: { query: z.object({ text: testerText(), ...pageQuery }) },
  replies: { 200: reply.json(recipesReply) },
  command: {
    name: 'trigger',
    list: 'recipes',
    columns: [
      ['RECIPE', '{name}'],
      ['WHAT IT DOES AND SHOWS', '{summary}'],
    ],
    without: ['text', 'limit', 'after'],
  },

  handle: ({ query: { text = '', ...query } }, { reply: answer }) =>
    answer(
      200,
      pageOf('recipes', recipesWith(text), pageIn(query), ({ name }) => name, infoOf),
    ),
})

const triggerRecipe = defineControl('control.triggerRecipe', 'POST /_standin/recipes/{recipe}', {
  world: 'made',
  // The recipe's calls, both to the service and to control rows, are recorded individually.
  recorded: false,
  summary: 'Run a complete story in the world, with its own caller, and report what happened',
  request: { params: z.object({ recipe: z.enum(names).describe("The recipe's name.") }) },
  replies: { 200: reply.json(triggeredReply) },
  example: { params: { recipe: 'order-bounced' } },
  command: {
    name: 'trigger',
    summary: 'Run a story, such as a bounce, a reminder, an infected file or an outage. Without a name, list all stories',
    examples: [
      ['standin trigger order-bounced', 'Make an email bounce, and show what happened, the calls, and a curl script'],
      ['standin trigger', 'List the recipes'],
    ],
  },

  async handle({ params: { recipe: name } }, context) {
    const recipe = recipeNamed(name)
    const cooked = await cook(recipe, context as never)
    const { simulator, address } = context
    const { happened, steps, clientId } = cooked
    return context.reply(200, {
      name,
      title: recipe.title,
      caller: clientId,
      happened: [...happened],
      calls: steps.flatMap((step) => {
        if (step.kind === 'time') return []
        const { kind, operation, method, path, status, why, line } = step
        return { kind, operation, method, path, status, why, line }
      }),
      moved: isoDuration(Math.ceil(steps.reduce((sum, step) => sum + (step.kind === 'time' && step.isMoved ? step.milliseconds : 0), 0))),
      curl: scriptOf({
        ...cooked,
        recipe,
        base: addressOf(simulator.settings.publicUrl ?? address.base, address.world, address.environment),
      }),
    })
  },
})

export const recipesRows = [triggerRecipe, listRecipes] as const
