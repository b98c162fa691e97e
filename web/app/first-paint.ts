/** First in the inline script: applies theme, signed-in state and the dismissed banner before the first paint, as theme.ts, session-store.ts and banner.ts store them. */
const applyStoredState = `(()=>{const d=document.documentElement.dataset;let t;try{if(localStorage.getItem('dismissed_banner')===d.banner)delete d.banner;t=localStorage.getItem('theme');const k=localStorage.getItem('auth_token'),u=JSON.parse(localStorage.getItem('auth_user'));if(k&&u&&JSON.parse(atob(k.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))).exp*1000>Date.now()){d.auth='in';if(!u.permissions?.includes('scripts.upload'))d.unverified=''}}catch{}d.theme=t==='light'||t==='dark'?t:matchMedia('(prefers-color-scheme: light)').matches?'light':'dark'})()`

/**
 * Then: a control that was clicked before React has hydrated it is busy until then, and is clicked again. Links that open
 * no dialog and forms with an action work without scripts. App.tsx answers the probe, an event without another use, so
 * that this knows nothing of React's internals. It makes React hydrate the control first if its code is there.
 *
 * React replaces markup that changes before it is hydrated, and other parts of the page move it. So the control with the
 * same name at the same place among those is clicked, also if this happened between pressing and releasing a button that
 * was not hydrated: then the browser makes no click.
 */
const holdEarlyClicks = `(()=>{let held,pressed,failed;const controls='#root :is(button,a[aria-haspopup]):not(form[action] *)',isReady=c=>!c.dispatchEvent(new MouseEvent('auxclick',{bubbles:true,cancelable:true})),nameOf=c=>c.tagName+c.ariaLabel+c.textContent,same=n=>[...document.querySelectorAll(controls)].filter(c=>nameOf(c)===n),describe=c=>{const name=nameOf(c);return{c,name,at:same(name).indexOf(c),url:location.href}},hold=h=>{held?.c.removeAttribute('aria-busy');held=h;h?.c.setAttribute('aria-busy','true')},wait=h=>{const isWaiting=held;hold(h);if(!isWaiting)requestAnimationFrame(replay)},replay=()=>{if(!held)return;const c=held.c.isConnected?held.c:same(held.name)[held.at];if(location.href!==held.url)return hold();if(c&&isReady(c)&&c.isConnected){hold();return c.click()}if(c)hold({...held,c});requestAnimationFrame(replay)},find=e=>failed||e.button||e.ctrlKey||e.metaKey||e.shiftKey?null:e.target.closest?.(controls);addEventListener('error',({target:t})=>{if(t.tagName==='SCRIPT'){failed=true;hold()}},true);const d=document;d.addEventListener('pointerdown',e=>{const c=find(e),p=c&&describe(c);pressed=p&&!isReady(c)?{...p,x:e.clientX,y:e.clientY}:null},true);d.addEventListener('pointerup',e=>{const p=pressed;pressed=null;if(p&&!p.c.contains(e.target)&&Math.hypot(e.clientX-p.x,e.clientY-p.y)<5)wait(p)},true);addEventListener('click',e=>{const c=find(e);if(!c)return;if(held?.name===nameOf(c))hold();const h=describe(c);if(isReady(c))return;e.preventDefault();e.stopImmediatePropagation();wait(h)},true)})()`

/** The only inline script. */
export const firstPaintScript = `${applyStoredState};${holdEarlyClicks}`
