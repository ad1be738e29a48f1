/** Recipes: whole stories that are made by one word. */
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
  name: z.string().describe('Its name, by which it is triggered.'),
  title: z.string().describe('What happens, as a tester would say it.'),
  summary: z.string().describe('What it makes and shows.'),
  words: z.array(z.string()).describe('Words by which it is found.'),
})

export const recipesReply = z.object({ recipes: z.array(recipeReply).describe('The recipes.'), ...pageReply })

const recipeCall = z.object({
  kind: z.enum(['call', 'control']).describe('A call of the service, or of a control row.'),
  operation: z.string().describe('The id of its row.'),
  method: z.string().describe('Its method.'),
  path: z.string().describe('Its path below the address of the world, with its query.'),
  status: z.int().nullable().describe('The status of the reply, or 499 where the client left before it. Null: there was none.'),
  why: z.string().nullable().describe('Why it was answered so, as the journal says it.'),
  line: z.string().nullable().describe('The id of its line in the journal. Null for control rows.'),
})

export const triggeredReply = z.object({
  name: z.string().describe('The recipe.'),
  title: z.string().describe('What happens, as a tester would say it.'),
  caller: z.string().describe('The client id of its calls. No other client has it.'),
  happened: z.array(z.string()).describe('What happened, one sentence each.'),
  calls: z.array(recipeCall).describe('The calls in order. Of repeated looks at the same thing, the last.'),
  moved: z.string().describe('How far the clock of the world was moved, as a duration. PT0S: it was not moved.'),
  curl: z.string().describe('The same as a shell script of curl.'),
})

const names = recipes.map(({ name }) => name) as [string, ...string[]]

const infoOf = ({ name, title, summary, words }: Recipe) => ({ name, title, summary, words: [...words] })

const listRecipes = defineControl({
  id: 'control.listRecipes',
  method: 'GET',
  path: '/_standin/recipes',
  world: 'none',
  summary: 'The recipes: stories that are made by one word',
  request: { query: z.object({ text: testerText(), ...pageQuery }) },
  replies: { 200: reply.json(recipesReply) },
  command: {
    name: 'trigger',
    list: 'recipes',
    columns: [
      ['RECIPE', '{name}'],
      ['WHAT IT MAKES AND SHOWS', '{summary}'],
    ],
    without: ['text', 'limit', 'after'],
  },

  handle: ({ query: { text = '', ...query } }, { reply: answer }) =>
    answer(
      200,
      pageOf('recipes', recipesWith(text), pageIn(query), ({ name }) => name, infoOf),
    ),
})

const triggerRecipe = defineControl({
  id: 'control.triggerRecipe',
  method: 'POST',
  path: '/_standin/recipes/{recipe}',
  world: 'made',
  // Its calls, of the service and of control rows, are recorded each by itself.
  recorded: false,
  summary: 'Make a whole story in the world, with a caller of its own, and tell what happened',
  request: { params: z.object({ recipe: z.enum(names).describe('The name of the recipe.') }) },
  replies: { 200: reply.json(triggeredReply) },
  example: { params: { recipe: 'order-bounced' } },
  command: {
    name: 'trigger',
    summary: 'Make a story: a bounce, a reminder, an infected file, an outage, …; without a name, list them',
    examples: [
      ['standin trigger order-bounced', 'An email bounces: what happened, the calls, and the same as curl'],
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
