// Workloads that pugixml.spl measures at each revision of pugixml: building,
// reading, changing, copying and saving documents, and XPath.

#include <pugixml.hpp>
#include <spl/workload.hpp>
#include <string>

namespace {

/// A catalogue of `items`, each with attributes and three elements.
std::string catalogue(int items) {
  std::string text = "<?xml version=\"1.0\"?>\n<catalogue>\n";
  for (int i = 0; i < items; ++i) {
    const std::string number = std::to_string(i);
    text += "  <item id=\"" + number + "\" kind=\"k" + std::to_string(i % 7) +
            "\" shelf=\"" + std::to_string(i % 100) + "\">\n    <name>Thing " +
            number + " &amp; more of it</name>\n    <price>" + number +
            ".25</price>\n    <note>Some words that a reader would skip, but "
            "a parser must not.</note>\n  </item>\n";
  }
  return text + "</catalogue>\n";
}

/// A document that has been read.
class Catalogue {
 public:
  explicit Catalogue(int items) : text_(catalogue(items)) {
    document_.load_buffer(text_.data(), text_.size());
  }
  pugi::xml_document& document() { return document_; }
  pugi::xml_node root() const { return document_.child("catalogue"); }

 private:
  std::string text_;
  pugi::xml_document document_;
};

struct CountingWriter : pugi::xml_writer {
  void write(const void*, std::size_t size) override { bytes += size; }
  std::size_t bytes = 0;
};

template <typename Controller>
void count(Controller& spl, int items, const char* text) {
  Catalogue catalogue(items);
  const pugi::xpath_query query(text);
  while (spl.needs_more()) {
    spl::keep(query.evaluate_node_set(catalogue.document()).size());
  }
}

template <typename Controller>
void ask(Controller& spl, int items, const char* text) {
  Catalogue catalogue(items);
  const pugi::xpath_query query(text);
  while (spl.needs_more()) {
    spl::keep(query.evaluate_boolean(catalogue.document()));
  }
}

}  // namespace

SPL_WORKLOAD(parse, (int items), spl::values(100)) {
  const std::string text = catalogue(items);
  while (spl.needs_more()) {
    pugi::xml_document document;
    spl::keep(document.load_buffer(text.data(), text.size()).status);
  }
}

SPL_WORKLOAD(save, (int items), spl::values(100)) {
  Catalogue catalogue(items);
  while (spl.needs_more()) {
    CountingWriter writer;
    catalogue.document().save(writer);
    spl::keep(writer.bytes);
  }
}

SPL_WORKLOAD(copy, (int items), spl::values(100)) {
  Catalogue catalogue(items);
  while (spl.needs_more()) {
    pugi::xml_document document;
    document.append_copy(catalogue.root());
    spl::keep(document.first_child().name());
  }
}

SPL_WORKLOAD(walk, (int items), spl::values(100)) {
  Catalogue catalogue(items);
  while (spl.needs_more()) {
    std::size_t found = 0;
    for (pugi::xml_node item = catalogue.root().child("item"); item;
         item = item.next_sibling("item")) {
      found += item.child("note") && item.attribute("shelf") ? 1 : 0;
    }
    spl::keep(found);
  }
}

SPL_WORKLOAD(set_number, (int items), spl::values(100)) {
  Catalogue catalogue(items);
  while (spl.needs_more()) {
    int next = 1000;
    for (pugi::xml_node item = catalogue.root().first_child(); item;
         item = item.next_sibling()) {
      item.first_attribute().set_value(++next);
    }
    spl::keep(next);
  }
}

SPL_WORKLOAD(get_number, (int items), spl::values(100)) {
  Catalogue catalogue(items);
  while (spl.needs_more()) {
    int sum = 0;
    for (pugi::xml_node item = catalogue.root().first_child(); item;
         item = item.next_sibling()) {
      sum += item.first_attribute().as_int();
    }
    spl::keep(sum);
  }
}

SPL_WORKLOAD(path, (int items), spl::values(100)) {
  Catalogue catalogue(items);
  while (spl.needs_more()) {
    std::size_t size = 0;
    for (pugi::xml_node item = catalogue.root().first_child(); item;
         item = item.next_sibling()) {
      size += item.child("price").path().size();
    }
    spl::keep(size);
  }
}

SPL_WORKLOAD(xpath_descendants, (int items), spl::values(100)) {
  count(spl, items, "//price");
}

SPL_WORKLOAD(xpath_children, (int items), spl::values(100)) {
  count(spl, items, "/catalogue/item/price");
}

SPL_WORKLOAD(xpath_attribute, (int items), spl::values(100)) {
  count(spl, items, "/catalogue/item[@kind = 'k3']/@shelf");
}

SPL_WORKLOAD(xpath_position, (int items), spl::values(100)) {
  count(spl, items, "/catalogue/item/*[position() = 2]");
}

SPL_WORKLOAD(xpath_constant, (int items), spl::values(100)) {
  count(spl, items, "/catalogue/item/*[2]");
}

SPL_WORKLOAD(xpath_exists, (int items), spl::values(100)) {
  ask(spl, items, "/catalogue/item/price");
}

SPL_WORKLOAD(xpath_union, (int items), spl::values(100)) {
  Catalogue catalogue(items);
  const pugi::xpath_query query("//price | //name");
  while (spl.needs_more()) {
    pugi::xpath_node_set set = query.evaluate_node_set(catalogue.document());
    set.sort();
    spl::keep(set.size());
  }
}

SPL_WORKLOAD(xpath_text, (int items), spl::values(100)) {
  count(spl, items, "/catalogue/item[concat(name, '-', price) = 'x']");
}
