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

const lowlight = createLowlight({
  csharp,
  css,
  ini,
  javascript,
  json,
  lua,
  markdown,
  sql,
  typescript,
  xml,
  yaml,
})

export function highlight(text: string, language: string): Token[][] {
  return highlightedLines(lowlight.highlight(language, text).children)
}
