import fc from 'fast-check';
import { pageTemplate } from './index';

const attribute = pageTemplate<{ name: string; value: string }>(
  `<input name="<%= it.name %>" value='<%= it.value %>'>`,
);
const frame = pageTemplate<{ content: string }>('<main><%~ it.content %></main>');
const list = pageTemplate<{ items: readonly string[] }>(
  '<% for (const item of it.items) { %><i><%= item %></i><% } %>',
);

it('a template shows its values', () => {
  expect(attribute({ name: 'a', value: 'b' })).toBe(`<input name="a" value='b'>`);
  expect(list({ items: ['a', 'b'] })).toBe('<i>a</i><i>b</i>');
});

it('a value is escaped, markup of another template is not', () => {
  expect(list({ items: [`<&>"'`] })).toBe('<i>&lt;&amp;&gt;&quot;&#39;</i>');
  expect(frame({ content: list({ items: ['&'] }) })).toBe('<main><i>&amp;</i></main>');
});

it('no value can end its attribute or open a tag', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, value) => {
      const html = attribute({ name, value });
      expect(
        [html.match(/</g), html.match(/>/g), html.match(/"/g), html.match(/'/g)].map((all) => all?.length),
      ).toEqual([1, 1, 2, 2]);
    }),
  );
});

it('a value that looks like a template is text', () => {
  expect(list({ items: ['<%= it.items %>', '${1 + 1}', '`'] })).toBe(
    '<i>&lt;%= it.items %&gt;</i><i>${1 + 1}</i><i>`</i>',
  );
});
