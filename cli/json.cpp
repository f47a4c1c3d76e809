// The door to simdjson. Nothing here knows of bodies: it turns documents into values, and values into numbers.
#define SIMDJSON_EXCEPTIONS 0
#include "json.h"

#include <charconv>
#include <cstring>
#include <new>
#include <simdjson.h>
#include <type_traits>

namespace dom = simdjson::dom;

static_assert(JSON_PADDING >= simdjson::SIMDJSON_PADDING, "lines are padded as simdjson needs it");
static_assert(JSON_MAX_DEPTH == simdjson::DEFAULT_MAX_DEPTH, "the depth that the header states");

struct json_reader {
    dom::parser parser;
};

namespace
{

// simdjson's elements and iterators are two words that point into the parser's tape. They cross the C boundary as such.
template <class Native, class Plain> Native native_of(const Plain &plain)
{
    static_assert(sizeof(Native) == sizeof(Plain) && std::is_trivially_copyable<Native>::value, "two words");
    Native native;
    std::memcpy(static_cast<void *>(&native), &plain, sizeof native);
    return native;
}

json_value value_of(const dom::element &element)
{
    static_assert(sizeof(json_value) == sizeof(dom::element), "two words");
    json_value value;
    std::memcpy(&value, static_cast<const void *>(&element), sizeof value);
    return value;
}

const char *reason_of(simdjson::error_code code)
{
    switch (code) {
    case simdjson::UTF8_ERROR:
        return "the text is not UTF-8";
    case simdjson::DEPTH_ERROR:
        return "nested deeper than 1024 levels";
    case simdjson::UNCLOSED_STRING:
        return "a string has no end";
    case simdjson::UNESCAPED_CHARS:
        return "a control character in a string must be escaped";
    case simdjson::STRING_ERROR:
        return "a string has a wrong escape sequence";
    case simdjson::NUMBER_ERROR:
        return "a number is not written as JSON wants it, or is too large for a double";
    case simdjson::EMPTY:
        return "there is nothing";
    case simdjson::CAPACITY:
        return "the text is too long";
    case simdjson::T_ATOM_ERROR:
    case simdjson::F_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR:
        return "a word that is not true, false or null";
    default:
        return "a comma, colon, quote or bracket is missing or too many";
    }
}

json_trouble trouble_of(simdjson::error_code code)
{
    switch (code) {
    case simdjson::SUCCESS:
        return JSON_FINE;
    case simdjson::MEMALLOC:
        return JSON_NO_MEMORY;
    case simdjson::NUMBER_ERROR:
    case simdjson::T_ATOM_ERROR:
    case simdjson::F_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR:
    case simdjson::TAPE_ERROR:
        return JSON_BAD_TOKEN;
    default:
        return JSON_BAD_DOCUMENT;
    }
}

inline bool number_of(const dom::element &element, double &out)
{
    switch (element.type()) {
    case dom::element_type::DOUBLE:
    case dom::element_type::INT64:
    case dom::element_type::UINT64:
        return element.get(out) == simdjson::SUCCESS;
    default:
        return false;
    }
}

json_mismatch mismatch(json_match what, const dom::element &culprit)
{
    json_mismatch result = {};
    result.what = what;
    result.culprit = value_of(culprit);
    return result;
}

inline json_mismatch numbers_of(const dom::element &element, double *out, std::size_t count)
{
    dom::array array;
    if (element.get(array) != simdjson::SUCCESS) return mismatch(JSON_NOT_ARRAY, element);
    std::size_t n = 0;
    for (dom::element item : array) {
        if (n < count && !number_of(item, out[n])) {
            json_mismatch bad = mismatch(JSON_NOT_NUMBER, item);
            bad.component = n;
            return bad;
        }
        ++n;
    }
    if (n == count) return {};
    json_mismatch bad = mismatch(JSON_WRONG_COUNT, element);
    bad.count = n;
    return bad;
}

} // namespace

json_reader *scree_cli_json_create(void)
{
    return new (std::nothrow) json_reader;
}

void scree_cli_json_destroy(json_reader *reader)
{
    delete reader;
}

json_trouble scree_cli_json_parse(json_reader *reader, const char *bytes, size_t size, json_value *root,
                                  const char **reason)
{
    dom::element element;
    simdjson::error_code code = reader->parser.parse(bytes, size, false).get(element);
    if (code == simdjson::SUCCESS)
        *root = value_of(element);
    else
        *reason = reason_of(code);
    return trouble_of(code);
}

json_kind scree_cli_json_kind(json_value value)
{
    switch (native_of<dom::element>(value).type()) {
    case dom::element_type::ARRAY:
        return JSON_ARRAY;
    case dom::element_type::OBJECT:
        return JSON_OBJECT;
    case dom::element_type::STRING:
        return JSON_STRING;
    case dom::element_type::BOOL:
        return JSON_BOOL;
    case dom::element_type::NULL_VALUE:
        return JSON_NULL;
    default:
        return JSON_NUMBER;
    }
}

const char *scree_cli_json_kind_name(json_kind kind)
{
    static const char *const names[] = { "null", "true or false", "a number", "a string", "an array", "an object" };
    return names[kind];
}

bool scree_cli_json_number(json_value value, double *out)
{
    return number_of(native_of<dom::element>(value), *out);
}

bool scree_cli_json_bool(json_value value, bool *out)
{
    return native_of<dom::element>(value).get(*out) == simdjson::SUCCESS;
}

size_t scree_cli_json_integer(json_value value, char *digits)
{
    dom::element element = native_of<dom::element>(value);
    std::int64_t small;
    std::uint64_t large;
    char *end = digits;
    if (element.type() == dom::element_type::INT64 && element.get(small) == simdjson::SUCCESS)
        end = std::to_chars(digits, digits + 24, small).ptr;
    else if (element.type() == dom::element_type::UINT64 && element.get(large) == simdjson::SUCCESS)
        end = std::to_chars(digits, digits + 24, large).ptr;
    return static_cast<size_t>(end - digits);
}

bool scree_cli_json_string(json_value value, const char **bytes, size_t *size)
{
    std::string_view view;
    if (native_of<dom::element>(value).get(view) != simdjson::SUCCESS) return false;
    *bytes = view.data();
    *size = view.size();
    return true;
}

json_fields scree_cli_json_fields(json_value object)
{
    json_fields fields = {};
    dom::object native;
    if (native_of<dom::element>(object).get(native) != simdjson::SUCCESS) return fields;
    dom::object::iterator at = native.begin(), end = native.end();
    static_assert(sizeof at == sizeof fields.at && std::is_trivially_copyable<dom::object::iterator>::value, "words");
    std::memcpy(fields.at, static_cast<const void *>(&at), sizeof fields.at);
    std::memcpy(fields.end, static_cast<const void *>(&end), sizeof fields.end);
    return fields;
}

bool scree_cli_json_next(json_fields *fields, json_field *out)
{
    if (std::memcmp(fields->at, fields->end, sizeof fields->at) == 0) return false;
    dom::object::iterator at = native_of<dom::object::iterator>(fields->at);
    std::string_view name = at.key();
    out->name = name.data();
    out->name_size = name.size();
    out->value = value_of(at.value());
    ++at;
    std::memcpy(fields->at, static_cast<const void *>(&at), sizeof fields->at);
    return true;
}

json_items scree_cli_json_items(json_value array)
{
    json_items items = {};
    dom::array native;
    if (native_of<dom::element>(array).get(native) != simdjson::SUCCESS) return items;
    dom::array::iterator at = native.begin(), end = native.end();
    static_assert(sizeof at == sizeof items.at && std::is_trivially_copyable<dom::array::iterator>::value, "words");
    std::memcpy(items.at, static_cast<const void *>(&at), sizeof items.at);
    std::memcpy(items.end, static_cast<const void *>(&end), sizeof items.end);
    return items;
}

bool scree_cli_json_next_item(json_items *items, json_value *out)
{
    if (std::memcmp(items->at, items->end, sizeof items->at) == 0) return false;
    dom::array::iterator at = native_of<dom::array::iterator>(items->at);
    *out = value_of(*at);
    ++at;
    std::memcpy(items->at, static_cast<const void *>(&at), sizeof items->at);
    return true;
}

json_mismatch scree_cli_json_numbers(json_value value, double *out, size_t count)
{
    return numbers_of(native_of<dom::element>(value), out, count);
}

json_mismatch scree_cli_json_points(json_value value, int dimension, scree_vec3 *out, size_t capacity, size_t *count)
{
    dom::element element = native_of<dom::element>(value);
    dom::array array;
    if (element.get(array) != simdjson::SUCCESS) return mismatch(JSON_NOT_ARRAY, element);
    std::size_t n = 0;
    for (dom::element item : array) {
        double x[3] = { 0.0, 0.0, 0.0 };
        json_mismatch bad = numbers_of(item, x, static_cast<std::size_t>(dimension));
        bad.point = n;
        if (bad.what != JSON_MATCH) return bad;
        if (n < capacity) out[n] = { x[0], x[1], x[2] };
        ++n;
    }
    *count = n;
    return {};
}
