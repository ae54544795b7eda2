package org.anabranch.metrics.beans;

import java.util.List;

import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;

/**
 * A bean whose attributes are read from one source, and cannot be set.
 *
 * @param description of the bean, for consoles
 * @param attributes in the order in which consoles show them
 * @param source of all values
 */
record AttributeBean<T>(String description, List<BeanAttribute<T>> attributes, T source)
        implements DynamicMBean {

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        for (BeanAttribute<T> attribute : attributes) {
            if (attribute.name().equals(name)) {
                return attribute.read().apply(source);
            }
        }
        throw new AttributeNotFoundException("there is no attribute " + name);
    }

    /** Returns the values that can be read; others are left out. */
    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList values = new AttributeList();
        for (String name : names) {
            try {
                values.add(new Attribute(name, getAttribute(name)));
            } catch (AttributeNotFoundException | RuntimeException unreadable) {
                continue;
            }
        }
        return values;
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        MBeanAttributeInfo[] infos =
                attributes.stream().map(BeanAttribute::info).toArray(MBeanAttributeInfo[]::new);
        return new MBeanInfo(getClass().getName(), description, infos, null, null, null);
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " cannot be set");
    }

    @Override
    public AttributeList setAttributes(AttributeList wanted) {
        return new AttributeList();
    }

    @Override
    public Object invoke(String operation, Object[] arguments, String[] signature)
            throws ReflectionException {
        throw new ReflectionException(new NoSuchMethodException(operation));
    }
}
