/* global SwaggerUIBundle */

/**
 * Replaces components of Swagger UI through its plugin API (docs/decisions/0015-api-reference-with-swagger-ui.md). Their
 * names are those of the pinned version: e2e/api-docs.spec.ts fails when an update renames one.
 */
function adaptComponents({ React }) {
  const create = React.createElement

  /** Swagger UI writes Markdown with innerHTML, which Trusted Types block. The document uses paragraphs and `code` only. */
  function Markdown({ source = '' }) {
    const paragraphs = source.split('\n\n').filter(Boolean)
    return create(
      'div',
      { className: 'markdown' },
      ...paragraphs.map((text) => create('p', null, ...inline(text))),
    )
  }

  function inline(text) {
    return text
      .split('`')
      .map((part, index) => (index % 2 === 0 ? part : create('code', { key: index }, part)))
  }

  /** The input of a file part, with an accessible name. */
  function FileInput({ description, disabled, onChange }) {
    const choose = (event) => onChange(event.target.files[0])
    return create('input', { type: 'file', 'aria-label': description, disabled, onChange: choose })
  }

  function CloseIcon() {
    return create('span', { 'aria-label': 'Close', role: 'img' }, '×')
  }

  /** Gives a name to the controls of a component. */
  const labelled = (textOf) => (Original) => (props) =>
    create(
      'label',
      null,
      create('span', { className: 'hidden-label' }, textOf(props)),
      create(Original, props),
    )

  /** A modal dialog of the browser keeps the focus inside; afterwards it returns to the button that opened it. */
  const dialog = (Original) =>
    function Dialog(props) {
      const ref = React.useRef(null)
      const [opener] = React.useState(() => document.activeElement)
      React.useEffect(() => {
        ref.current.showModal()
        ref.current.querySelector('input')?.focus()
        return () => opener.focus()
      }, [opener])
      return create('dialog', { ref, 'aria-label': 'Authorization' }, create(Original, props))
    }

  return {
    components: {
      Markdown,
      CloseIcon,
      JsonSchema_string_binary: FileInput,
      // A link inside a button is not accessible.
      DeepLink: ({ text }) => create('span', null, text),
      // The page has its own header. There is one server: the one that serves the page.
      InfoContainer: () => null,
      ServersContainer: () => null,
    },
    wrapComponents: {
      // The inputs of files in a list have no other name.
      Input: (Original) => (props) =>
        create(Original, props.type === 'file' ? { 'aria-label': 'File', ...props } : props),
      // The accessible name of a button has to contain its text.
      Button: (Original) => (props) =>
        create(
          Original,
          props['aria-label'] === 'Apply credentials' ? { ...props, 'aria-label': null } : props,
        ),
      ExamplesSelect: labelled(() => 'Example'),
      JsonSchema_string: labelled(({ description }) => description),
      authorizationPopup: dialog,
    },
  }
}

const response = await fetch('/api/openapi.json')
const description = await response.json()

SwaggerUIBundle({
  // The policy of the page allows requests to its own origin only, under whichever name it was opened.
  spec: { ...description, servers: [{ url: location.origin }] },
  dom_id: '#viewer',
  plugins: [adaptComponents],
  deepLinking: true,
  docExpansion: 'none',
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { theme: 'tomorrow-night' },
  validatorUrl: null,
})
