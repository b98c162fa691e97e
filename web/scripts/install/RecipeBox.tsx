import { Button } from '#web/ui/Button.tsx'
import { saveText } from '#web/ui/save-text.ts'

import { CodeBox } from './CodeBox.tsx'

/** A txAdmin recipe, which can be saved under a name. */
export function RecipeBox({ recipe, name }: { recipe: string; name: string }) {
  return (
    <CodeBox
      title="Recipe"
      text={recipe}
      action={
        <Button
          size="sm"
          variant="ghost"
          onClick={() => saveText(recipe, { name: `${name}.yaml`, type: 'application/yaml' })}
        >
          Save
        </Button>
      }
    />
  )
}
