import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import lua from 'highlight.js/lib/languages/lua'
import markdown from 'highlight.js/lib/languages/markdown'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'

import { highlightedLines, type Token } from './code-lines.ts'

const lowlight = createLowlight()
const languages = new Map(Object.entries({ csharp, ini, json, lua, sql, yaml }))
/** Their texts may contain each other. */
const webLanguages = { css, javascript, markdown, typescript, xml }

export function highlight(text: string, language: string): Token[][] {
  // Only what the text needs: registering all languages takes a phone 30 ms.
  if (!lowlight.registered(language)) {
    const own = languages.get(language)
    if (own) lowlight.register(language, own)
    else lowlight.register(webLanguages)
  }
  return highlightedLines(lowlight.highlight(language, text).children)
}
