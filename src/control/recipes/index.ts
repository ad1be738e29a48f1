/** The table of recipes for `standin trigger` and the Recipes page, in display order. */
import { fileRecipes } from './files.ts'
import { notificationRecipes } from './notifications.ts'
import { outageRecipes } from './outages.ts'
import type { Recipe } from './recipe.ts'

export const recipes: readonly Recipe[] = [...notificationRecipes, ...fileRecipes, ...outageRecipes]

export function recipeNamed(name: string): Recipe {
  const recipe = recipes.find((each) => each.name === name)
  if (!recipe) throw new Error(`Unknown recipe: ${name}.`)
  return recipe
}
